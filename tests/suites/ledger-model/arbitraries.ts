import fc from 'fast-check'
import type { Command, LedgerModel } from './commands.ts'

const personIndex = fc.nat({ max: 3 })
const itemIndex = fc.nat({ max: 3 })
/**
 * Few figures, and now and then any: so it often comes to the last point of an allowance, a price
 * or a purse, or to one too many.
 */
const pointAmounts = (max: number) =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(...[1, 10, 20, 21, 30, 40, 41, 60].filter((one) => one <= max)),
    },
    { weight: 1, arbitrary: fc.integer({ min: 1, max }) },
  )
const limitArbitraries = {
  limit: fc.option(fc.oneof(fc.constantFrom(0, 40, 60, 100), fc.integer({ min: 0, max: 150 }))),
  per_post: fc.option(pointAmounts(60), { freq: 2 }),
}
const commandName = <const T extends Command['does']>(...of: T[]) => fc.constantFrom(...of)
/** Nobody thanks themselves, but for those who thank nobody else. */
const withoutSender = <P extends { who: number; to: number[] }>(post: P): P => ({
  ...post,
  to: post.to.length > 1 ? post.to.filter((to) => to !== post.who) : post.to,
})
/**
 * Points are given and spent often; what changes the rules, and who is there, happens now and then.
 */
export const commandArbitrary: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({
        does: commandName('post'),
        who: personIndex,
        to: fc.uniqueArray(personIndex, { minLength: 1, maxLength: 3 }),
        score: pointAmounts(60),
        private: fc.boolean(),
      })
      .map(withoutSender),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: commandName('add_on'),
      who: personIndex,
      post: itemIndex,
      score: pointAmounts(30),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: commandName('delete_post'),
      who: fc.oneof(fc.constant(0), personIndex),
      post: itemIndex,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: commandName('redeem'),
      who: personIndex,
      reward: fc.nat({ max: 3 }),
      amount: pointAmounts(90),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: commandName('cancel'), who: personIndex, purchase: itemIndex }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: commandName('decline'),
      who: fc.constantFrom(0, 0, 0, 1),
      purchase: itemIndex,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: commandName('fulfil'),
      who: fc.constantFrom(0, 0, 0, 1),
      purchase: itemIndex,
      force: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: commandName('adjust'),
      who: fc.constantFrom(0, 0, 0, 1),
      whom: personIndex,
      amount: fc.integer({ min: -120, max: 120 }).filter((amount) => amount !== 0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: commandName('deactivate', 'delete'),
      who: personIndex,
      whom: personIndex,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: commandName('limits'),
      who: fc.constantFrom(0, 0, 0, 1),
      whom: personIndex,
      ...limitArbitraries,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: commandName('settings'),
      who: fc.constantFrom(0, 0, 0, 1),
      ...limitArbitraries,
      period: fc.constantFrom('day', 'week', 'month', 'quarter'),
      timezone: fc.constantFrom('Europe/Berlin', 'America/New_York'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: commandName('wait'),
      hours: fc.constantFrom(1, 5, 13, 24, 50, 170),
    }),
  },
)

/** The newest of a list, counted from its end: walks speak of what they have just made. */
const indexFromEnd = (count: number, n: number) => count - 1 - (n % count)
/** The command with the place of the post or purchase that it is about. */
export function resolveIndexes(command: Command, model: LedgerModel): Command {
  if ('post' in command) return { ...command, post: indexFromEnd(model.posts.length, command.post) }
  return 'purchase' in command
    ? { ...command, purchase: indexFromEnd(model.purchases.length, command.purchase) }
    : command
}
