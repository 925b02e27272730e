import type { ErrorCode } from '#contract/errors.ts'
import type { LimitPeriod } from '#contract/settings.ts'

/** What the model of the ledger keeps. */
export type Limits = { limit: number | null; per_post: number | null }
export type Person = Limits & {
  admin: boolean
  state: 'accepted' | 'deactivated' | 'deleted'
  adjusted: number
}
export type Post = {
  from: Person
  to: Person[]
  score: number
  private: boolean
  parent: Post | null
  at: Date
  gone?: boolean
  recovered?: number
}
export type Reward = { price: number; team: boolean; one_time: boolean; amount: number | null }
export type Part = { who: Person; amount: number; back?: boolean }
export type Purchase = { reward: Reward; parts: Part[]; forced?: boolean; fulfilled?: boolean }
export type Team = Limits & { period: LimitPeriod; timezone: string }
export type Model = {
  at: Date
  team: Team
  people: Person[]
  posts: Post[]
  rewards: Reward[]
  purchases: Purchase[]
}

/**
 * What it is told, each command with whom and what it is about. A walk names these by their places
 * (`number`); the rules get themselves.
 */
type About<Who, Which, Bought, Kind> = {
  post: { who: Who; to: Who[]; score: number; private: boolean }
  add_on: { who: Who; post: Which; score: number }
  delete_post: { who: Who; post: Which }
  redeem: { who: Who; reward: Kind; amount: number }
  cancel: { who: Who; purchase: Bought }
  decline: { who: Who; purchase: Bought }
  fulfil: { who: Who; purchase: Bought; force: boolean }
  adjust: { who: Who; whom: Who; amount: number }
  deactivate: { who: Who; whom: Who }
  delete: { who: Who; whom: Who }
  limits: { who: Who; whom: Who } & Limits
  settings: { who: Who } & Team
  wait: { hours: number }
}
type Places = About<number, number, number, number>
type Meant = About<Person, Post, Purchase, Reward>
export type Does = keyof Places
export type Command = { [D in Does]: { does: D } & Places[D] }[Does]

/**
 * What became of a command: refused with a code, or done; and the place of the post or purchase it
 * made, joined or changed.
 */
export type Outcome = { code?: ErrorCode; post?: number; purchase?: number; returned?: number }
type Made = { post?: Post; purchase?: Purchase; returned?: number }
/** What a command needs and does. Answers what it made, where that is not what it was about. */
export type Rules = { [D in Does]: (about: Meant[D], model: Model) => Made | void }
/** Any command, once its places are found. */
export type Asked = { does: Does; who?: Person; whom?: Person; post?: Post; purchase?: Purchase }

class Refusal extends Error {
  readonly code: ErrorCode
  constructor(code: ErrorCode) {
    super(code)
    this.code = code
  }
}
/** What a rule needs, and the code it refuses with otherwise. */
export function must(holds: boolean, code: ErrorCode): void {
  if (!holds) throw new Refusal(code)
}

export const sum = (amounts: number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0)

function nth<T>(list: readonly T[], n: number): T {
  const one = list[n]
  if (one === undefined) throw new RangeError(`there is no ${n}`)
  return one
}
const meant = (model: Model, command: Command): Asked =>
  ({
    ...command,
    ...('who' in command && { who: nth(model.people, command.who) }),
    ...('whom' in command && { whom: nth(model.people, command.whom) }),
    ...('to' in command && { to: command.to.map((n) => nth(model.people, n)) }),
    ...('post' in command && { post: nth(model.posts, command.post) }),
    ...('reward' in command && { reward: nth(model.rewards, command.reward) }),
    ...('purchase' in command && { purchase: nth(model.purchases, command.purchase) }),
  }) as Asked
const placed = (model: Model, { post, purchase, returned }: Made): Outcome => ({
  ...(post && { post: model.posts.indexOf(post) }),
  ...(purchase && { purchase: model.purchases.indexOf(purchase) }),
  ...(returned !== undefined && { returned }),
})

/** Does a command to the model by its rule, after what every command needs. */
export const obeying =
  (every: (asked: Asked) => void, rules: Rules) =>
  (model: Model, command: Command): Outcome => {
    const asked = meant(model, command)
    const rule = rules[command.does] as (about: Asked, of: Model) => Made | void
    try {
      every(asked)
      return placed(model, { ...asked, ...rule(asked, model) })
    } catch (error) {
      if (error instanceof Refusal) return { code: error.code }
      throw error
    }
  }
