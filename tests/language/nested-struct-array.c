// Arrays inside structs inside arrays inside structs.
struct point {
    short x, y;
};

struct shape {
    struct point corners[3];
    struct {
        unsigned char red, green, blue;
    } colour;
};

static struct {
    int count;
    struct shape shapes[2];
} scene;

void isr_1(void) {
    scene.shapes[1].corners[2].y = -4;
    scene.shapes[0].colour.green = 255;
}

int main(void) {
    scene.count = 2;
    for (int i = 0; i < scene.count; i++) scene.shapes[i].corners[0].x = (short)i;
    return scene.shapes[1].corners[2].y;
}
