// All that the page does beyond plain forms: files may be dropped, a click on two rows asks why, and progress is shown.
const drop = document.getElementById("drop");
if (drop) {
  const input = drop.querySelector("input[type=file]");
  const say = (text) => { drop.querySelector(".message").textContent = text; };
  const send = (event) => {
    const size = [...input.files].reduce((sum, file) => sum + file.size, 0);
    if (size > Number(drop.dataset.most) * 1e6) {
      event.preventDefault();
      say(drop.dataset.large);
    } else {
      say(drop.dataset.sending);
    }
  };
  drop.addEventListener("submit", send);
  for (const kind of ["dragover", "dragleave", "drop"]) {
    document.addEventListener(kind, (event) => {
      event.preventDefault();
      drop.classList.toggle("over", kind === "dragover");
    });
  }
  document.addEventListener("drop", (event) => {
    if (event.dataTransfer.files.length) {
      input.files = event.dataTransfer.files;
      drop.requestSubmit();
    }
  });
  window.addEventListener("pageshow", (event) => { if (event.persisted) say(""); });
}

const pair = document.getElementById("pair");
if (pair) {
  const boxes = [...pair.querySelectorAll("input[name=p]")];
  const mark = () => boxes.forEach((box) => box.closest("tr").classList.toggle("chosen", box.checked));
  pair.addEventListener("click", (event) => {
    const row = event.target.closest("tbody tr");
    if (row && !event.target.closest("a, input")) {
      const box = row.querySelector("input");
      box.checked = !box.checked;
      mark();
      if (boxes.filter((one) => one.checked).length === 2) {
        pair.requestSubmit();
      }
    }
  });
  pair.addEventListener("change", mark);
  mark();
}

const working = document.getElementById("working");
if (working) {
  const ask = async () => {
    const answer = await (await fetch(working.dataset.state)).json();
    if (answer.done) {
      location.reload();
      return;
    }
    if (answer.said && answer.said !== working.textContent) {
      working.textContent = answer.said;
    }
    setTimeout(ask, 500);
  };
  setTimeout(ask, 500);
}
