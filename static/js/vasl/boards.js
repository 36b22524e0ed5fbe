/* Boards: from a point of the map to the name of its hex, and back. */
import { LIMITS } from "./limits.js";

const EDGE = 400; // the margin of VASL's map
const SLACK = 2; // the last column and row of a geomorphic board have their centres on the very edge of the picture
const GEOMORPHIC = Object.freeze({ x0: 0, y0: 32.25, dx: 56.25, dy: 64.5, columns: 33, rows: 10, alternate: false });

export class Grid {
  constructor(geometry) {
    Object.assign(this, GEOMORPHIC, geometry);
    this.y0 = Math.trunc(this.y0); // VASSAL keeps the origin as whole numbers
    this.x0 = Math.trunc(this.x0);
  }
  get size() { // a picture has as much room behind the last centres of its columns as before the first
    return { width: Math.round(this.dx * (this.columns - 1) + 2 * Math.max(0, this.x0)), height: Math.round(this.dy * this.rows) };
  }
  centre(column, number) {
    const half = column % 2 === 0 ? 1 : this.alternate ? 1.5 : 0.5;
    return { x: Math.trunc(this.dx * column + 0.5) + this.x0, y: Math.trunc(this.dy * (number - half) + 0.5) + this.y0 };
  }
  /* The centre of a hex by its name; null if the board has none of it. */
  centreOf(name) {
    const [, letters, number] = /^([A-Z]+)(\d{1,2})$/.exec(name) ?? [];
    if (!letters || new Set(letters).size > 1 || Number(number) > this.rows) return null;
    const column = letters.charCodeAt(0) - 65 + 26 * (letters.length - 1);
    return column < this.columns ? this.centre(column, Number(number)) : null;
  }
  /* The hexes by how near their centres are. */
  nearest(x, y) {
    const column = Math.floor((x - this.x0) / this.dx + 0.5), row = Math.floor((y - this.y0) / this.dy + 0.5), found = [];
    for (const c of [column - 1, column, column + 1]) for (let n = row - 1; n <= row + 3; n += 1) {
      const at = this.centre(c, n);
      found.push({ name: hexName(c, n), off: Math.hypot(x - at.x, y - at.y) });
    }
    return found.sort((one, other) => one.off - other.off);
  }
}

/* A to Z, AA to ZZ… */
export function hexName(column, number) {
  const away = Math.abs(column);
  return `${column < 0 ? "-" : ""}${String.fromCharCode(65 + away % 26).repeat(Math.floor(away / 26) + 1)}${number}`;
}

export class Layout {
  constructor(boards, geometries = {}) {
    const known = (name) => (Object.hasOwn(geometries, name) ? geometries[name] : undefined);
    this.cells = boards.map((named) => {
      const isWhole = named.turned && known(`r${named.name}`); // a board's own name may begin with r
      const board = isWhole ? { ...named, name: `r${named.name}`, turned: false } : named, { crop, zoom } = board;
      const grid = new Grid(known(board.name)), width = crop.width > 0 ? crop.width : grid.size.width;
      const height = crop.height > 0 ? crop.height : grid.size.height;
      return { board, grid, width: Math.round(width * zoom), height: Math.round(height * zoom) };
    });
    const sum = (cells, side) => cells.reduce((so_far, cell) => so_far + cell[side], EDGE);
    for (const cell of this.cells) {
      const { column, row } = cell.board;
      cell.x = sum(this.cells.filter((other) => other.board.row === row && other.board.column < column), "width");
      cell.y = sum(this.cells.filter((other) => other.board.column === column && other.board.row < row), "height");
    }
  }
  /* {board, hex, beside}; null off the boards. `beside` is the second hex of a counter that lies on a hexside. */
  find(x, y) {
    const lies = (cell, more) => cell.x - more <= x && x < cell.x + cell.width + more && cell.y - more <= y && y < cell.y + cell.height + more;
    const cell = this.cells.find((one) => lies(one, 0)) ?? this.cells.find((one) => lies(one, SLACK));
    if (!cell) return null;
    const { turned, zoom, crop, name } = cell.board;
    let [px, py] = [x - cell.x, y - cell.y];
    if (turned) [px, py] = [cell.width - px, cell.height - py];
    if (zoom !== 1) [px, py] = [Math.round(px / zoom), Math.round(py / zoom)];
    if (![px + crop.x, py + crop.y].every((value) => Math.abs(value) < LIMITS.boardPixels)) return null;
    const [nearest, second] = cell.grid.nearest(px + crop.x, py + crop.y);
    return { board: name, hex: nearest.name, beside: nearest.off > 5 ? second.name : "" };
  }
}
