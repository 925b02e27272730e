import type { ErrorCode } from '#contract/errors.ts'
import type { LimitPeriod } from '#contract/settings.ts'

/**
 * The ledger in plain objects: what each command does to points, and how it is refused. Nothing is counted ahead here: an
 * allowance is the sum of the posts that stand, a team purchase the sum of its parts. The first person administers.
 */
export type Limits = { limit: number | null; per_post: number | null }
export type Person = Limits & { state: 'accepted' | 'deactivated' | 'deleted'; balance: number }
type Post = { from: number; to: number[]; score: number; private: boolean; at: Date; parent: number | null; gone: boolean }
export type Reward = { price: number; team: boolean; one_time: boolean; stock: number | null }
type Purchase = { reward: number; status: 'pending' | 'purchased' | 'fulfilled' | 'declined'; parts: { who: number; amount: number; back: boolean }[] }
export type Team = Limits & { period: LimitPeriod; timezone: string }
export type Model = { at: Date; team: Team; people: Person[]; posts: Post[]; rewards: Reward[]; purchases: Purchase[] }

export type Command =
  | { does: 'post'; who: number; to: number[]; score: number; private: boolean }
  | { does: 'add_on'; who: number; post: number; score: number }
  | { does: 'delete_post'; who: number; post: number }
  | { does: 'redeem'; who: number; reward: number; amount: number }
  | { does: 'cancel' | 'decline'; who: number; purchase: number }
  | { does: 'fulfil'; who: number; purchase: number; force: boolean }
  | { does: 'adjust'; who: number; whom: number; amount: number }
  | { does: 'deactivate' | 'delete'; who: number; whom: number }
  | ({ does: 'limits'; who: number; whom: number } & Limits)
  | ({ does: 'settings'; who: number } & Team)
  | { does: 'wait'; hours: number }
/** What became of a command: refused with a code, or done; and the post or purchase it made, joined or changed. */
export type Outcome = { code?: ErrorCode; post?: number; purchase?: number; returned?: number }

function nth<T>(list: readonly T[], n: number): T {
  const one = list[n]
  if (one === undefined) throw new RangeError(`there is no ${n}`)
  return one
}

/** The name of the limit period that a moment lies in, by the wall calendar of the team. */
export function periodName(at: Date, { period, timezone }: Pick<Team, 'period' | 'timezone'>): string {
  const day = at.toLocaleDateString('sv', { timeZone: timezone })
  const monday = new Date(day)
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
  const quarter = `${day.slice(0, 4)} Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
  return { day, week: monday.toISOString().slice(0, 10), month: day.slice(0, 7), quarter }[period]
}

const cost = (post: Post) => post.score * post.to.length
const current = (model: Model, post: Post) => periodName(post.at, model.team) === periodName(model.at, model.team)
const limitOf = (model: Model, who: number) => nth(model.people, who).limit ?? model.team.limit
/** What somebody may still give; null without a limit. */
export function remaining(model: Model, who: number): number | null {
  const spent = model.posts.filter((post) => post.from === who && !post.gone && current(model, post)).reduce((sum, post) => sum + cost(post), 0)
  const limit = limitOf(model, who)
  return limit === null ? null : Math.max(limit - spent, 0)
}
const open = (purchase: Purchase) => purchase.parts.filter((part) => !part.back)
const paid = (purchase: Purchase) => open(purchase).reduce((sum, part) => sum + part.amount, 0)

function give(model: Model, post: Post): Outcome {
  const { people, team } = model
  const per_post = nth(people, post.from).per_post ?? team.per_post
  if (post.to.includes(post.from)) return { code: 'self_recognition' }
  if (per_post !== null && post.score > per_post) return { code: 'out_of_range' }
  if (post.to.some((to) => nth(people, to).state !== 'accepted')) return { code: 'user_not_found' }
  const left = remaining(model, post.from)
  if (left !== null && cost(post) > left) return { code: left === 0 ? 'no_points' : 'over_limit' }
  for (const to of post.to) nth(people, to).balance += post.score
  return { post: model.posts.push(post) - 1 }
}

function addOn(model: Model, who: number, id: number, score: number): Outcome {
  const parent = nth(model.posts, id)
  if (parent.gone || (parent.private && who !== 0 && parent.from !== who && !parent.to.includes(who))) return { code: 'not_found' }
  if (parent.parent !== null || parent.from === who) return { code: 'forbidden' }
  const others = parent.to.filter((to) => to !== who)
  if (!others.length) return { code: 'self_recognition' }
  const to = others.filter((one) => nth(model.people, one).state === 'accepted')
  return to.length ? give(model, { from: who, to, score, private: parent.private, at: model.at, parent: id, gone: false }) : { code: 'user_not_found' }
}

function deletePost(model: Model, who: number, id: number): Outcome {
  const post = nth(model.posts, id)
  const sees = (one: Post | undefined) => one && (!one.private || who === 0 || one.from === who || one.to.includes(who))
  if (post.gone || !(sees(post) || sees(model.posts[post.parent ?? -1]))) return { code: 'not_found' }
  if (post.from !== who && who !== 0) return { code: 'forbidden' }
  const returned = current(model, post) ? cost(post) : 0
  for (const one of [post, ...model.posts.filter((add_on) => add_on.parent === id && !add_on.gone)]) {
    one.gone = true
    for (const to of one.to) nth(model.people, to).balance -= one.score
  }
  return { post: id, returned }
}

function redeem(model: Model, who: number, id: number, wish: number): Outcome {
  const [reward, person] = [nth(model.rewards, id), nth(model.people, who)]
  const filling = reward.team ? model.purchases.findIndex((one) => one.reward === id && one.status === 'pending') : -1
  if (filling < 0 && reward.stock === 0) return { code: 'out_of_stock' }
  const missing = reward.price - (filling < 0 ? 0 : paid(nth(model.purchases, filling)))
  const amount = reward.team ? wish : reward.price
  if (amount > missing) return { code: 'price_too_high' }
  if (person.balance < amount) return { code: 'not_enough_points' }
  if (reward.one_time && model.purchases.some((one) => one.reward === id && open(one).some((part) => part.who === who))) return { code: 'one_time_used' }
  const purchase = filling < 0 ? model.purchases.push({ reward: id, status: 'pending', parts: [] }) - 1 : filling
  if (filling < 0 && reward.stock !== null) reward.stock -= 1
  nth(model.purchases, purchase).parts.push({ who, amount, back: false })
  person.balance -= amount
  if (reward.team && amount === missing) nth(model.purchases, purchase).status = 'purchased'
  return { purchase }
}

/** Gives parts back, all or one person's; with the last one the purchase ends and its place in the stock is free. */
function giveBack(model: Model, purchase: Purchase, who?: number): void {
  for (const part of open(purchase).filter((one) => who === undefined || one.who === who)) {
    part.back = true
    nth(model.people, part.who).balance += part.amount
  }
  if (open(purchase).length) return
  purchase.status = 'declined'
  const reward = nth(model.rewards, purchase.reward)
  if (reward.stock !== null) reward.stock += 1
}

function decide(model: Model, command: Extract<Command, { purchase: number }>): Outcome {
  const { purchase: id, who } = command
  const purchase = nth(model.purchases, id)
  const { team } = nth(model.rewards, purchase.reward)
  const [fills, waits] = [team && purchase.status === 'pending', purchase.status === (team ? 'purchased' : 'pending')]
  if (command.does === 'cancel') {
    if (!purchase.parts.some((part) => part.who === who)) return { code: 'not_found' }
    if (purchase.status !== 'pending' || !open(purchase).some((part) => part.who === who)) return { code: 'purchase_decided' }
    giveBack(model, purchase, who)
  } else if (who !== 0) return { code: 'forbidden' }
  else if (!fills && !waits) return { code: 'purchase_decided' }
  else if (command.does !== 'fulfil') giveBack(model, purchase)
  else if (team && fills !== command.force) return { code: 'conflict' }
  else purchase.status = fills ? 'purchased' : 'fulfilled'
  return { purchase: id }
}

/** What an administrator does to somebody. */
function govern(model: Model, command: Extract<Command, { whom: number }>): Outcome {
  const person = nth(model.people, command.whom)
  if (command.who !== 0 && (command.does !== 'delete' || command.whom !== command.who)) {
    return { code: command.does === 'delete' && person.state === 'deleted' ? 'not_found' : 'forbidden' }
  }
  if (person.state === 'deleted') return { code: 'not_found' }
  if (command.does === 'adjust') {
    if (command.amount < 0 && person.balance + command.amount < 0) return { code: 'invalid_amount' }
    person.balance += command.amount
  } else if (command.does === 'limits') Object.assign(person, { limit: command.limit, per_post: command.per_post })
  else if (command.whom === 0) return { code: command.does === 'delete' ? 'last_administrator' : 'forbidden' }
  else if (command.does === 'deactivate') person.state = 'deactivated'
  else {
    person.state = 'deleted'
    for (const purchase of model.purchases.filter((one) => one.status === 'pending' && open(one).some((part) => part.who === command.whom))) giveBack(model, purchase, command.whom)
  }
  return {}
}

/** Does a command to the model. */
export function act(model: Model, command: Command): Outcome {
  if (command.does === 'wait') {
    model.at = new Date(model.at.getTime() + command.hours * 3_600_000)
    return {}
  }
  if (nth(model.people, command.who).state !== 'accepted') return { code: 'unauthorized' }
  switch (command.does) {
    case 'post': return give(model, { from: command.who, to: command.to, score: command.score, private: command.private, at: model.at, parent: null, gone: false })
    case 'add_on': return addOn(model, command.who, command.post, command.score)
    case 'delete_post': return deletePost(model, command.who, command.post)
    case 'redeem': return redeem(model, command.who, command.reward, command.amount)
    case 'cancel': case 'decline': case 'fulfil': return decide(model, command)
    case 'settings':
      if (command.who !== 0) return { code: 'forbidden' }
      model.team = { limit: command.limit, per_post: command.per_post, period: command.period, timezone: command.timezone }
      return {}
    case 'adjust': case 'deactivate': case 'delete': case 'limits': return govern(model, command)
  }
}
