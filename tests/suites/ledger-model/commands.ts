import type { ErrorCode } from '#contract/errors.ts'
import type { LimitPeriod } from '#contract/schemas/settings.ts'

/** State of the ledger model. */
type ModelLimits = { limit: number | null; perPost: number | null }
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
export type ModelReward = { price: number; team: boolean; oneTime: boolean; amount: number | null }
type ModelContribution = { person: ModelPerson; amount: number; isReturned?: boolean }
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
 * Commands with the person and item they refer to. A generated command refers by index (`number`);
 * the rules receive the objects.
 */
type CommandFields<Person, Post, Purchase, Reward> = {
  post: { actor: Person; to: Person[]; score: number; private: boolean }
  add_on: { actor: Person; post: Post; score: number }
  delete_post: { actor: Person; post: Post }
  redeem: { actor: Person; reward: Reward; amount: number }
  cancel: { actor: Person; purchase: Purchase }
  decline: { actor: Person; purchase: Purchase; withReason: boolean }
  fulfil: { actor: Person; purchase: Purchase; force: boolean }
  adjust: { actor: Person; target: Person; amount: number }
  deactivate: { actor: Person; target: Person }
  delete: { actor: Person; target: Person }
  limits: { actor: Person; target: Person } & ModelLimits
  settings: { actor: Person } & ModelTeam
  wait: { hours: number }
}
type CommandByIndex = CommandFields<number, number, number, number>
type CommandByReference = CommandFields<ModelPerson, ModelPost, ModelPurchase, ModelReward>
type CommandName = keyof CommandByIndex
export type Command = { [D in CommandName]: { type: D } & CommandByIndex[D] }[CommandName]

/**
 * The outcome of a command: an error code, or the index of the post or purchase that it made,
 * joined or changed.
 */
export type Outcome = { code?: ErrorCode; post?: number; purchase?: number; returned?: number }
type RuleResult = { post?: ModelPost; purchase?: ModelPurchase; returned?: number }
/**
 * The precondition and the effect of each command. Returns the item it made, if it differs from its
 * target.
 */
export type CommandRules = {
  [D in CommandName]: (about: CommandByReference[D], model: LedgerModel) => RuleResult | void
}
/** Any command with resolved indexes. */
export type ResolvedCommand = {
  type: CommandName
  actor?: ModelPerson
  target?: ModelPerson
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
/** Throws the error code when the precondition is false. */
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
    ...('actor' in command && { actor: nth(model.people, command.actor) }),
    ...('target' in command && { target: nth(model.people, command.target) }),
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

/** Applies a command to the model by its rule, after the general preconditions. */
export const createApplyCommand =
  (every: (asked: ResolvedCommand) => void, rules: CommandRules) =>
  (model: LedgerModel, command: Command): Outcome => {
    const asked = resolveCommand(model, command)
    const rule = rules[command.type] as (
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
