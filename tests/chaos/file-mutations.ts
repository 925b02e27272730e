import {
  peopleSheetXml,
  worksheetXml,
  textCellXml,
  buildWorkbook,
} from '#tests/support/xlsx-files.ts'

/** Seeded random numbers (mulberry32), so that a failing file can be reproduced. */
export type RandomSource = {
  (): number
  below(n: number): number
  pick<T>(all: readonly [T, ...T[]]): T
}
export function createRandom(seed: number): RandomSource {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  return Object.assign(next, {
    below,
    pick: <T>(all: readonly [T, ...T[]]): T => all[below(all.length)] ?? all[0],
  })
}

const randomBytesOf = (random: RandomSource, length: number) =>
  Buffer.from(Array.from({ length }, () => random.below(256)))
/** Integers at the limits of parser arithmetic. */
const oddNumbers = [
  0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff,
] as const

const byteMutations: ((random: RandomSource, file: Buffer, other: Buffer) => Buffer)[] = [
  (random, file) => {
    for (let n = 1 + random.below(20); n > 0 && file.length; n -= 1)
      file[random.below(file.length)] = random.below(256)
    return file
  },
  (random, file) => file.subarray(0, random.below(file.length + 1)),
  (random, file) => file.subarray(random.below(file.length + 1)),
  (random, file, other) =>
    Buffer.concat([
      file.subarray(0, random.below(file.length + 1)),
      other.subarray(random.below(other.length + 1)),
    ]),
  (random, file) => {
    const at = random.below(file.length + 1)
    return Buffer.concat([
      file.subarray(0, at),
      randomBytesOf(random, random.below(500)),
      file.subarray(at),
    ])
  },
  (random, file) => {
    const at = random.below(file.length + 1)
    const part = file.subarray(at, at + random.below(200))
    return Buffer.concat([
      file.subarray(0, at),
      ...Array.from({ length: random.below(200) }, () => part),
      file.subarray(at),
    ])
  },
  (random, file) => {
    if (file.length > 4) file.writeUInt32LE(random.pick(oddNumbers), random.below(file.length - 4))
    return file
  },
  (random, file) =>
    Buffer.concat([
      file.subarray(0, random.below(16)),
      randomBytesOf(random, random.below(20_000)),
    ]),
]

/** Returns the file with one to four mutations, sometimes with pieces of another file. */
export function mutateBytes(random: RandomSource, file: Buffer, other: Buffer): Buffer {
  let mutated: Buffer = Buffer.from(file)
  for (let n = 1 + random.below(4); n > 0; n -= 1)
    mutated = Buffer.from(
      (byteMutations[random.below(byteMutations.length)] ?? byteMutations[0])?.(
        random,
        mutated,
        other,
      ) ?? mutated,
    )
  return mutated
}

const oddCellReferences = [
  'A1',
  'A2',
  'XFD1',
  'XFD1048576',
  'AX1048576',
  'ZZZZZZZ2',
  'A0',
  '',
  'A',
  '1',
  'a1',
  'A1048577',
  'A99999999',
  `${'A'.repeat(5_000)}2`,
  'A1:B2',
  '&#65;1',
] as const
const oddCellContents = [
  '<v>1</v>',
  '<v></v>',
  '<v>1e999</v>',
  '<v>-1</v>',
  '<v>99999999</v>',
  '',
  '<is><t>x</t></is>',
  '<f>1+1</f><v>2</v>',
  '<v><v>1</v></v>',
  '<![CDATA[x]]>',
  '&lol;',
  '<!-- c -->',
  '<v>NaN</v>',
  `<v>${'9'.repeat(400)}</v>`,
] as const
const oddCellTypes = [
  '',
  ' t="s"',
  ' t="b"',
  ' t="e"',
  ' t="d"',
  ' t="inlineStr"',
  ' t="str"',
  ' s="0"',
  ' s="99999"',
  ' t="?"',
] as const
const oddXmlFragments = [
  '',
  '<!DOCTYPE x [<!ENTITY lol "lol">]>',
  '<?xml version="1.0" encoding="UTF-16"?>',
  '\uFEFF',
  '<x>',
  '</x>',
  '<',
  '<!--',
  '<![CDATA[',
] as const

/** Returns a valid archive around an odd sheet, so that mutations reach the sheet parser. */
export function makeOddWorkbook(random: RandomSource): Buffer {
  const cell = () =>
    `<c r="${random.pick(oddCellReferences)}"${random.pick(oddCellTypes)}>${random.pick(oddCellContents)}</c>`
  const row = (n: number) =>
    `<row r="${random.below(8) ? n : random.pick(oddNumbers)}">${Array.from({ length: 1 + random.below(6) }, cell).join('')}</row>`
  const rows = Array.from({ length: 1 + random.below(8) }, (_, n) =>
    random.below(3)
      ? row(n + 1)
      : `<row r="${n + 1}">${textCellXml(`A${n + 1}`, `m${n}@example.test`)}</row>`,
  ).join('')
  const sheet =
    random.pick(oddXmlFragments) +
    (random.below(2) ? worksheetXml(rows) : peopleSheetXml(rows)) +
    random.pick(oddXmlFragments)
  const damaged = random.below(3)
    ? sheet
    : mutateBytes(random, Buffer.from(sheet), Buffer.from(sheet)).toString()
  return buildWorkbook(damaged, {
    ...(random.below(2)
      ? {
          sharedStrings: `${random.pick(oddXmlFragments)}<sst>${'<si><t>x</t></si>'.repeat(random.below(50))}</sst>`,
        }
      : {}),
    ...(random.below(3)
      ? {}
      : {
          styles: `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${'y'.repeat(random.below(500))}"/></numFmts><cellXfs><xf numFmtId="${random.pick(oddNumbers)}"/></cellXfs></styleSheet>`,
        }),
  })
}
