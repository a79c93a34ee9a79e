// An opaque type, completed later in the file.
struct channel;

static void channel_send(struct channel *channel, int value);
static struct channel *channel_of(int index);

void isr_1(void) { channel_send(channel_of(1), 3); }

struct channel {
    int queue[2];
    int used;
};

static struct channel channels[2];

static struct channel *channel_of(int index) { return &channels[index]; }

static void channel_send(struct channel *channel, int value) {
    if (channel->used < 2) channel->queue[channel->used++] = value;
}

int main(void) {
    channel_send(channel_of(1), 4);
    return channels[1].used;
}
