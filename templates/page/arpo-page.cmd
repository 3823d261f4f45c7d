@echo off
rem Starts the page of arpo. Needs nothing but this folder; the first start downloads Python once.
rem Abre la pagina de arpo. No necesita nada mas que esta carpeta; el primer inicio descarga Python una vez.
setlocal
chcp 65001 >nul
cd /d "%~dp0"
set UV_PYTHON_INSTALL_DIR=%CD%\python
set UV_CACHE_DIR=%CD%\cache
set UV_NO_CONFIG=1
set made=
if exist venv\made-in.txt set /p made=<venv\made-in.txt
if "%made%"=="%CD%" goto start
echo The first start downloads Python, once (some 25 MB). After that no network is needed. Please wait ...
echo El primer inicio descarga Python, una sola vez (unos 25 MB). Después no hace falta red. Espere ...
if exist venv rmdir /s /q venv
uv.exe python install --no-bin PYTHON_VERSION || goto failed
uv.exe venv --quiet --no-project --python PYTHON_VERSION --managed-python venv || goto failed
uv.exe pip install --quiet --offline --no-index --find-links wheels --python venv\Scripts\python.exe "arpo[page]" || goto failed
>venv\made-in.txt echo %CD%
:start
venv\Scripts\python.exe -m pipeline page %*
if errorlevel 1 pause
goto :eof
:failed
echo.
echo It didn't work; what is above says why. Is there a network? Close this window and start it again.
echo No ha funcionado; lo de arriba dice por qué. ¿Hay red? Cierre esta ventana y ábrala de nuevo.
pause
