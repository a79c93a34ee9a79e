// flags: -std=gnu89 -Wno-implicit-int -Wno-implicit-function-declaration -Wno-return-type -Wno-deprecated-non-prototype
/* Declarations without a type and calls without a declaration, as in old sources. */
static counter;

isr_1() { counter++; }

main() {
    register i;
    for (i = 0; i < 3; i++) counter = step(counter);
    return counter;
}

step(x) { return x + 1; }
