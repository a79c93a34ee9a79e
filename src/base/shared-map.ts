// A map whose copies share their entries until one of them changes: for states that are copied far more often than
// written.

export class SharedMap<K, V> {
  private isShared = false;

  constructor(private entries: Map<K, V> = new Map()) {}

  clone(): SharedMap<K, V> {
    const copy = new SharedMap(this.entries);
    copy.isShared = this.isShared = true;
    return copy;
  }

  get size(): number {
    return this.entries.size;
  }

  get(key: K): V | undefined {
    return this.entries.get(key);
  }

  has(key: K): boolean {
    return this.entries.has(key);
  }

  keys(): Iterable<K> {
    return this.entries.keys();
  }

  values(): Iterable<V> {
    return this.entries.values();
  }

  [Symbol.iterator](): Iterator<[K, V]> {
    return this.entries[Symbol.iterator]();
  }

  set(key: K, value: V): void {
    this.own().set(key, value);
  }

  delete(key: K): void {
    if (this.entries.has(key)) this.own().delete(key);
  }

  clear(): void {
    if (this.entries.size > 0) this.own().clear();
  }

  private own(): Map<K, V> {
    if (this.isShared) {
      this.isShared = false;
      this.entries = new Map(this.entries);
    }
    return this.entries;
  }
}
