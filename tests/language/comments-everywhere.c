// Comments between all tokens; quotes and slashes inside strings.
static /* a */ volatile /* b */ int /* c */ x /* d */ = /* e */ 1 /* f */;
static const char *text = "/* not a comment */ // nor this \" '";

void isr_1(void) { x /* no " quote */ += /* ' */ 2; } // end

int main(void) { return x + text[0] /* + 100 */; }
