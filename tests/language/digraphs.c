// Digraphs and line continuation.
static volatile int cells<:3:> = <%1, 2, 3%>;

void isr_1(void) <% cells<:1:>++; %>

int ma\
in(void) <%
    int a = cells<:1:>; /\
/ a comment that is split
    return a +\
 cells<:2:>;
%>
