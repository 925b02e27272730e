import { expect, test } from 'vitest'
import { worthOfPoints } from './worth-of-points.ts'

test.each([
  [199, 50, 99],
  [-5, 50, 0],
  [0, 50, 0],
  // The products have more digits than a number holds.
  [196_013_412, 564_072_758, 1_105_658_259_118_302],
  [170_419_650, 296_369_618, 505_072_065_701_937],
])('%i points at %i for a hundred are worth %i minor units', (points, minor, worth) => {
  expect(worthOfPoints(points, { currency: 'IDR', minor })).toEqual({
    currency: 'IDR',
    minor: worth,
  })
})
