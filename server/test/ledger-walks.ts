import fc from 'fast-check'
import type { Command, Model } from './ledger-shapes.ts'

const who = fc.nat({ max: 3 })
const some = fc.nat({ max: 3 })
/**
 * Few figures, and now and then any: so it often comes to the last point of an allowance, a price
 * or a purse, or to one too many.
 */
const points = (max: number) =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(...[1, 10, 20, 21, 30, 40, 41, 60].filter((one) => one <= max)),
    },
    { weight: 1, arbitrary: fc.integer({ min: 1, max }) },
  )
const limits = {
  limit: fc.option(fc.oneof(fc.constantFrom(0, 40, 60, 100), fc.integer({ min: 0, max: 150 }))),
  per_post: fc.option(points(60), { freq: 2 }),
}
const does = <const T extends Command['does']>(...of: T[]) => fc.constantFrom(...of)
/** Nobody thanks themselves, but for those who thank nobody else. */
const othersThan = <P extends { who: number; to: number[] }>(post: P): P => ({
  ...post,
  to: post.to.length > 1 ? post.to.filter((to) => to !== post.who) : post.to,
})
/**
 * Points are given and spent often; what changes the rules, and who is there, happens now and then.
 */
export const commands: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({
        does: does('post'),
        who,
        to: fc.uniqueArray(who, { minLength: 1, maxLength: 3 }),
        score: points(60),
        private: fc.boolean(),
      })
      .map(othersThan),
  },
  { weight: 4, arbitrary: fc.record({ does: does('add_on'), who, post: some, score: points(30) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: does('delete_post'),
      who: fc.oneof(fc.constant(0), who),
      post: some,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: does('redeem'),
      who,
      reward: fc.nat({ max: 3 }),
      amount: points(90),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: does('cancel'), who, purchase: some }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: does('decline'),
      who: fc.constantFrom(0, 0, 0, 1),
      purchase: some,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: does('fulfil'),
      who: fc.constantFrom(0, 0, 0, 1),
      purchase: some,
      force: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: does('adjust'),
      who: fc.constantFrom(0, 0, 0, 1),
      whom: who,
      amount: fc.integer({ min: -120, max: 120 }).filter((amount) => amount !== 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: does('deactivate', 'delete'), who, whom: who }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: does('limits'),
      who: fc.constantFrom(0, 0, 0, 1),
      whom: who,
      ...limits,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: does('settings'),
      who: fc.constantFrom(0, 0, 0, 1),
      ...limits,
      period: fc.constantFrom('day', 'week', 'month', 'quarter'),
      timezone: fc.constantFrom('Europe/Berlin', 'America/New_York'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: does('wait'), hours: fc.constantFrom(1, 5, 13, 24, 50, 170) }),
  },
)

/** The newest of a list, counted from its end: walks speak of what they have just made. */
const newest = (count: number, n: number) => count - 1 - (n % count)
/** The command with the place of the post or purchase that it is about. */
export function placed(command: Command, model: Model): Command {
  if ('post' in command) return { ...command, post: newest(model.posts.length, command.post) }
  return 'purchase' in command
    ? { ...command, purchase: newest(model.purchases.length, command.purchase) }
    : command
}
