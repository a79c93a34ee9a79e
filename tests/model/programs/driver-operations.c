// Objects with operations: the call through the structure reaches the operation of that driver only.
// SHARED: spi_busy
// NOT-SHARED: i2c_busy
struct driver { void (*transfer)(struct driver *self, int byte); int *busy; };
static int spi_busy, i2c_busy;
static void spi_transfer(struct driver *self, int byte) { *self->busy = byte; }
static void i2c_transfer(struct driver *self, int byte) { *self->busy = byte; }
static struct driver spi = {spi_transfer, &spi_busy};
static struct driver i2c = {i2c_transfer, &i2c_busy};

void isr_1(void) { spi.transfer(&spi, 0); }

int main(void) {
    i2c.transfer(&i2c, 1);
    return spi_busy;
}
