# Runs the tests of thermo. Exit code 1 if one fails.
. ./src/celsius.sh

failures=0
check() {
    got=$(fahrenheit_to_celsius "$1")
    if [ "$got" = "$2" ]; then
        echo "ok    $1 F is $2 C"
    else
        echo "FAIL  $1 F should be $2 C, got $got"
        failures=$((failures + 1))
    fi
}

check 32 0
check 50 10
check 212 100
check -40 -40

[ "$failures" -eq 0 ] && echo "all tests passed" || { echo "$failures tests failed"; exit 1; }
