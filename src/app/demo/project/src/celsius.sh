# Degrees Fahrenheit to whole degrees Celsius.
fahrenheit_to_celsius() {
    echo $(( $1 - 32 * 5 / 9 ))
}
