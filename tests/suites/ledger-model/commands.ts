import type { ErrorCode } from '#contract/errors.ts'
import type { LimitPeriod } from '#contract/schemas/settings.ts'

/** What the model of the ledger keeps. */
export type ModelLimits = { limit: number | null; per_post: number | null }
export type ModelPerson = ModelLimits & {
  admin: boolean
  state: 'accepted' | 'deactivated' | 'deleted'
  adjusted: number
}
export type ModelPost = {
  from: ModelPerson
  to: ModelPerson[]
  score: number
  private: boolean
  parent: ModelPost | null
  at: Date
  isDeleted?: boolean
  recovered?: number
}
export type ModelReward = { price: number; team: boolean; one_time: boolean; amount: number | null }
export type ModelContribution = { person: ModelPerson; amount: number; isReturned?: boolean }
export type ModelPurchase = {
  reward: ModelReward
  parts: ModelContribution[]
  forced?: boolean
  fulfilled?: boolean
}
export type ModelTeam = ModelLimits & { period: LimitPeriod; timezone: string }
export type LedgerModel = {
  at: Date
  team: ModelTeam
  people: ModelPerson[]
  posts: ModelPost[]
  rewards: ModelReward[]
  purchases: ModelPurchase[]
}

/**
 * What it is told, each command with whom and what it is about. A walk names these by their places
 * (`number`); the rules get themselves.
 */
type CommandFields<Who, Which, Bought, Kind> = {
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
  limits: { who: Who; whom: Who } & ModelLimits
  settings: { who: Who } & ModelTeam
  wait: { hours: number }
}
type CommandByIndex = CommandFields<number, number, number, number>
type CommandByReference = CommandFields<ModelPerson, ModelPost, ModelPurchase, ModelReward>
export type CommandName = keyof CommandByIndex
export type Command = { [D in CommandName]: { does: D } & CommandByIndex[D] }[CommandName]

/**
 * What became of a command: refused with a code, or done; and the place of the post or purchase it
 * made, joined or changed.
 */
export type Outcome = { code?: ErrorCode; post?: number; purchase?: number; returned?: number }
type RuleResult = { post?: ModelPost; purchase?: ModelPurchase; returned?: number }
/** What a command needs and does. Answers what it made, where that is not what it was about. */
export type CommandRules = {
  [D in CommandName]: (about: CommandByReference[D], model: LedgerModel) => RuleResult | void
}
/** Any command, once its places are found. */
export type ResolvedCommand = {
  does: CommandName
  who?: ModelPerson
  whom?: ModelPerson
  post?: ModelPost
  purchase?: ModelPurchase
}

class ModelRefusal extends Error {
  readonly code: ErrorCode
  constructor(code: ErrorCode) {
    super(code)
    this.code = code
  }
}
/** What a rule needs, and the code it refuses with otherwise. */
export function assertRule(holds: boolean, code: ErrorCode): void {
  if (!holds) throw new ModelRefusal(code)
}

export const sum = (amounts: number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0)

function nth<T>(list: readonly T[], n: number): T {
  const one = list[n]
  if (one === undefined) throw new RangeError(`there is no ${n}`)
  return one
}
const resolveCommand = (model: LedgerModel, command: Command): ResolvedCommand =>
  ({
    ...command,
    ...('who' in command && { who: nth(model.people, command.who) }),
    ...('whom' in command && { whom: nth(model.people, command.whom) }),
    ...('to' in command && { to: command.to.map((n) => nth(model.people, n)) }),
    ...('post' in command && { post: nth(model.posts, command.post) }),
    ...('reward' in command && { reward: nth(model.rewards, command.reward) }),
    ...('purchase' in command && { purchase: nth(model.purchases, command.purchase) }),
  }) as ResolvedCommand
const toOutcome = (model: LedgerModel, { post, purchase, returned }: RuleResult): Outcome => ({
  ...(post && { post: model.posts.indexOf(post) }),
  ...(purchase && { purchase: model.purchases.indexOf(purchase) }),
  ...(returned !== undefined && { returned }),
})

/** Does a command to the model by its rule, after what every command needs. */
export const createApplyCommand =
  (every: (asked: ResolvedCommand) => void, rules: CommandRules) =>
  (model: LedgerModel, command: Command): Outcome => {
    const asked = resolveCommand(model, command)
    const rule = rules[command.does] as (
      about: ResolvedCommand,
      of: LedgerModel,
    ) => RuleResult | void
    try {
      every(asked)
      return toOutcome(model, { ...asked, ...rule(asked, model) })
    } catch (error) {
      if (error instanceof ModelRefusal) return { code: error.code }
      throw error
    }
  }
