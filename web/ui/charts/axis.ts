/** Returns at most five ticks from zero, in steps of 1, 2 or 5 times a power of ten. */
export function niceTicks(max: number): number[] {
  const roughStep = Math.max(max, 1) / 4
  const power = 10 ** Math.floor(Math.log10(roughStep))
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= roughStep) ?? 10
  const step = Math.max(factor * power, 1)
  const count = Math.max(Math.ceil(max / step), 1)
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** Returns the indexes of the bars with a label: at most `labelsMax`, evenly spaced. */
export function labeledIndexes(count: number, labelsMax: number): number[] {
  const step = Math.max(Math.ceil(count / labelsMax), 1)
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step)
}
