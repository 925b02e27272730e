import fc from 'fast-check'
import type { Command, LedgerModel } from './commands.ts'

const personIndex = fc.nat({ max: 3 })
const itemIndex = fc.nat({ max: 3 })
/**
 * A few small amounts plus arbitrary ones, so that walks often reach exactly, or one beyond, an
 * allowance, a price or a balance.
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
  perPost: fc.option(pointAmounts(60), { freq: 2 }),
}
const commandName = <const T extends Command['type']>(...of: T[]) => fc.constantFrom(...of)
/** Removes the sender from the recipients unless the sender is the only one. */
const withoutSender = <P extends { actor: number; to: number[] }>(post: P): P => ({
  ...post,
  to: post.to.length > 1 ? post.to.filter((to) => to !== post.actor) : post.to,
})
/** Points are given and spent often; rules and membership change rarely. */
export const commandArbitrary: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({
        type: commandName('post'),
        actor: personIndex,
        to: fc.uniqueArray(personIndex, { minLength: 1, maxLength: 3 }),
        score: pointAmounts(60),
        private: fc.boolean(),
      })
      .map(withoutSender),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: commandName('add_on'),
      actor: personIndex,
      post: itemIndex,
      score: pointAmounts(30),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: commandName('delete_post'),
      actor: fc.oneof(fc.constant(0), personIndex),
      post: itemIndex,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: commandName('redeem'),
      actor: personIndex,
      reward: fc.nat({ max: 3 }),
      amount: pointAmounts(90),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: commandName('cancel'), actor: personIndex, purchase: itemIndex }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: commandName('decline'),
      actor: fc.constantFrom(0, 0, 0, 1),
      purchase: itemIndex,
      withReason: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: commandName('fulfil'),
      actor: fc.constantFrom(0, 0, 0, 1),
      purchase: itemIndex,
      force: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: commandName('adjust'),
      actor: fc.constantFrom(0, 0, 0, 1),
      target: personIndex,
      amount: fc.integer({ min: -120, max: 120 }).filter((amount) => amount !== 0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: commandName('deactivate', 'delete'),
      actor: personIndex,
      target: personIndex,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: commandName('limits'),
      actor: fc.constantFrom(0, 0, 0, 1),
      target: personIndex,
      ...limitArbitraries,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: commandName('settings'),
      actor: fc.constantFrom(0, 0, 0, 1),
      ...limitArbitraries,
      period: fc.constantFrom('day', 'week', 'month', 'quarter'),
      timezone: fc.constantFrom('Europe/Berlin', 'America/New_York'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: commandName('wait'),
      hours: fc.constantFrom(1, 5, 13, 24, 50, 170),
    }),
  },
)

/** Counts from the end of a list: commands mostly refer to recent items. */
const indexFromEnd = (count: number, n: number) => count - 1 - (n % count)
/** Returns the command with the index of its post or purchase resolved. */
export function resolveIndexes(command: Command, model: LedgerModel): Command {
  if ('post' in command) return { ...command, post: indexFromEnd(model.posts.length, command.post) }
  return 'purchase' in command
    ? { ...command, purchase: indexFromEnd(model.purchases.length, command.purchase) }
    : command
}
