import type { DateVisibility } from '#contract/schemas/date-visibility.ts'

const circles = ['nothing', 'private', 'team', 'everyone'] as const

/** Returns the narrower of two circles of people who see a date. */
export const narrowerCircle = <Circle extends DateVisibility>(a: Circle, b: Circle): Circle =>
  circles.indexOf(a) < circles.indexOf(b) ? a : b
