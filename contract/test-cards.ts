/**
 * Test cards of our own checkout page. It rejects every other number, so that it never receives a
 * real card.
 */
export const testCards = [
  { number: '4242424242424242', kind: 'works' },
  { number: '4000000000000341', kind: 'fails_later' },
  { number: '4000000000000002', kind: 'declined' },
  { number: '4000000000009995', kind: 'insufficient' },
  { number: '4000000000003220', kind: 'confirm' },
  { number: '4000000000000069', kind: 'expired' },
] as const
export type TestCard = (typeof testCards)[number]
