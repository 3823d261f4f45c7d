"""`python -m pipeline` is the console command `arpo`."""

from pipeline.cli import main

if __name__ == "__main__":
    main()
