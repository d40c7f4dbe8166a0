// What the board was like after each change, as text.

export class History {
  constructor(board) {
    this.past = board ? [JSON.stringify(board)] : [];
    this.at = this.past.length - 1;
  }

  add(board) {
    this.past.length = this.at + 1;
    this.past.push(JSON.stringify(board));
    this.at = this.past.length - 1;
  }

  get begins() {
    return this.at <= 0;
  }

  get ends() {
    return this.at >= this.past.length - 1;
  }

  back() {
    this.at = Math.max(0, this.at - 1);
    return JSON.parse(this.past[this.at]);
  }

  forth() {
    this.at = Math.min(this.past.length - 1, this.at + 1);
    return JSON.parse(this.past[this.at]);
  }
}
