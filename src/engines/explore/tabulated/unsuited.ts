// Why a program, or what one of its executions came to, is not for tables: the search on the machine goes on.

export class Unsuited extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'Unsuited';
  }
}
