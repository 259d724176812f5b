@echo off
rem Runs the penstock command on a JDK 25 that is in JAVA_HOME or on the PATH, on Windows.
rem
rem   penstock VERB ...               runs a verb of the command (see penstock --help)
rem   penstock build [MAVEN-ARG...]   builds everything
rem   penstock test [MAVEN-ARG...]    runs the whole suite
rem
rem Maven has to be installed. What comparisons want is installed by hand: ./penstock setup is for systems with a shell.
setlocal EnableExtensions EnableDelayedExpansion
set "root=%~dp0"
set "built=%root%cli\target"

if not defined JAVA_HOME (
  for /f "delims=" %%j in ('where java 2^>nul') do if not defined JAVA_HOME for %%h in ("%%~dpj..") do set "JAVA_HOME=%%~fh"
)
set "version="
if exist "%JAVA_HOME%\release" (
  for /f "tokens=2 delims==." %%v in ('findstr /b "JAVA_VERSION=" "%JAVA_HOME%\release"') do set "version=%%v"
)
if defined version set "version=!version:"=!"
if not defined version set "version=0"
if !version! lss 25 (
  echo penstock: no JDK 25 or later found: install one ^(https://adoptium.net^) and set JAVA_HOME to it 1>&2
  exit /b 1
)

set "verb=%~1"
if "%verb%"=="build" goto maven
if "%verb%"=="test" goto maven
if not exist "%built%\modules" (
  echo penstock: nothing is built: run penstock build 1>&2
  exit /b 1
)
for %%j in ("%built%\penstock-cli-*.jar") do set "jar=%%j"
"%JAVA_HOME%\bin\java" -Xlog:disable -Xlog:all=warning:stderr --module-path "%built%\modules;%jar%" ^
  --enable-native-access=io.penstock,io.penstock.mpi,io.penstock.evaluate,com.github.luben.zstd_jni,org.lz4.java,aircompressor.v3 ^
  "-Dpenstock.home=%root%." %PENSTOCK_OPTS% -m io.penstock.cli/io.penstock.cli.Main %*
exit /b %errorlevel%

:maven
where mvn >nul 2>nul
if errorlevel 1 (
  echo penstock: Maven is not installed: install 3.8.6 or later ^(https://maven.apache.org^) 1>&2
  exit /b 1
)
set "MAVEN_OPTS=--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow %MAVEN_OPTS%"
set "rest="
:arguments
shift
if not "%~1"=="" (
  set "rest=%rest% %1"
  goto arguments
)
pushd "%root%"
if "%verb%"=="build" (call mvn --batch-mode package -DskipTests %rest%) else (call mvn --batch-mode verify %rest%)
set "status=%errorlevel%"
popd
exit /b %status%
