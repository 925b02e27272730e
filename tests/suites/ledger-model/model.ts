import { isSamePeriod } from './limit-periods.ts'
import {
  type LedgerModel,
  assertRule,
  createApplyCommand,
  type ModelPerson,
  type ModelPost,
  type ModelPurchase,
  type ModelReward,
  sum,
} from './commands.ts'

/**
 * The ledger as plain objects: preconditions, error codes and effects of each command. Balances,
 * allowances, stocks and states are computed from the posts and purchases; nothing is cached.
 */
const isActive = (person: ModelPerson) => person.state === 'accepted'
const livePosts = (model: LedgerModel) => model.posts.filter((post) => !post.isDeleted)
const canSee = (actor: ModelPerson, post: ModelPost) =>
  !post.private || actor.admin || post.from === actor || post.to.includes(actor)
const totalCost = (post: ModelPost) => post.score * post.to.length
const heldContributions = (purchase: ModelPurchase, actor?: ModelPerson) =>
  purchase.parts.filter((part) => !part.isReturned && (!actor || part.person === actor))
const paidAmount = (purchase: ModelPurchase, actor?: ModelPerson) =>
  sum(heldContributions(purchase, actor).map((part) => part.amount))
const isFullyFunded = (purchase: ModelPurchase) =>
  purchase.forced || paidAmount(purchase) === purchase.reward.price
const isDecided = (purchase: ModelPurchase) =>
  purchase.fulfilled || !heldContributions(purchase).length
const isPending = (purchase: ModelPurchase) =>
  !isDecided(purchase) && !(purchase.reward.team && isFullyFunded(purchase))
const purchasesOf = (model: LedgerModel, reward: ModelReward) =>
  model.purchases.filter((purchase) => purchase.reward === reward)

export const balanceOf = (model: LedgerModel, actor: ModelPerson): number =>
  actor.adjusted +
  sum(
    livePosts(model)
      .filter((post) => post.to.includes(actor))
      .map((post) => post.score),
  ) -
  sum(model.purchases.map((one) => paidAmount(one, actor)))
export function remainingAllowance(model: LedgerModel, actor: ModelPerson): number {
  const given = model.posts.filter(
    (post) => post.from === actor && isSamePeriod(post.at, model.at, model.team),
  )
  return Math.max(
    (actor.limit ?? model.team.limit ?? Infinity) -
      sum(given.map((post) => totalCost(post) - (post.recovered ?? 0))),
    0,
  )
}
export const remainingStock = (model: LedgerModel, reward: ModelReward): number =>
  (reward.amount ?? Infinity) -
  purchasesOf(model, reward).filter((purchase) => heldContributions(purchase).length).length
function createPost(model: LedgerModel, post: ModelPost) {
  const left = remainingAllowance(model, post.from)
  assertRule(!post.to.includes(post.from), 'self_recognition')
  assertRule(post.score <= (post.from.perPost ?? model.team.perPost ?? Infinity), 'out_of_range')
  assertRule(post.to.every(isActive), 'user_not_found')
  assertRule(totalCost(post) <= left, left > 0 ? 'over_limit' : 'no_points')
  model.posts.push(post)
  return { post }
}
const returnContributions = (purchase: ModelPurchase, actor?: ModelPerson) =>
  heldContributions(purchase, actor).forEach((part) => (part.isReturned = true))

export const applyCommand = createApplyCommand(
  ({ type, actor, target }) => {
    assertRule(!actor || isActive(actor), 'unauthorized')
    assertRule(
      !actor ||
        actor.admin ||
        !['decline', 'fulfil', 'adjust', 'limits', 'deactivate', 'settings'].includes(type),
      'forbidden',
    )
    assertRule(target?.state !== 'deleted', 'not_found')
  },
  {
    post: ({ actor, to, score, private: hidden }, model) =>
      createPost(model, { from: actor, to, score, private: hidden, parent: null, at: model.at }),
    add_on({ actor, post, score }, model) {
      const others = post.to.filter((to) => to !== actor)
      assertRule(!post.isDeleted && canSee(actor, post), 'not_found')
      assertRule(!post.parent && post.from !== actor, 'forbidden')
      assertRule(others.length > 0, 'self_recognition')
      assertRule(others.some(isActive), 'user_not_found')
      return createPost(model, {
        from: actor,
        to: others.filter(isActive),
        score,
        private: post.private,
        parent: post,
        at: model.at,
      })
    },
    delete_post({ actor, post }, model) {
      assertRule(
        !post.isDeleted && [post, post.parent].some((one) => one && canSee(actor, one)),
        'not_found',
      )
      assertRule(actor.admin || post.from === actor, 'forbidden')
      for (const one of livePosts(model).filter((each) => each === post || each.parent === post)) {
        // Each recipient pays back only the positive part of the wallet; the rest is a debt and
        // stays spent.
        one.recovered = sum(
          one.to.map((to) => Math.max(Math.min(one.score, balanceOf(model, to)), 0)),
        )
        one.isDeleted = true
      }
      return { returned: isSamePeriod(post.at, model.at, model.team) ? (post.recovered ?? 0) : 0 }
    },
    redeem({ actor, reward, amount: wish }, model) {
      const before = purchasesOf(model, reward)
      const purchase = before.find((one) => reward.team && isPending(one)) ?? { reward, parts: [] }
      const amount = reward.team ? wish : reward.price
      assertRule(before.includes(purchase) || remainingStock(model, reward) > 0, 'out_of_stock')
      assertRule(paidAmount(purchase) + amount <= reward.price, 'price_too_high')
      assertRule(amount <= balanceOf(model, actor), 'not_enough_points')
      assertRule(
        !reward.oneTime || !before.some((one) => heldContributions(one, actor).length),
        'one_time_used',
      )
      purchase.parts.push({ person: actor, amount })
      if (!before.includes(purchase)) model.purchases.push(purchase)
      return { purchase }
    },
    cancel({ actor, purchase }) {
      assertRule(
        purchase.parts.some((part) => part.person === actor),
        'not_found',
      )
      assertRule(
        isPending(purchase) && heldContributions(purchase, actor).length > 0,
        'purchase_decided',
      )
      returnContributions(purchase, actor)
    },
    decline({ purchase, withReason }) {
      // A fulfilled purchase is taken back.
      assertRule(purchase.fulfilled || !isDecided(purchase), 'purchase_decided')
      assertRule(!purchase.fulfilled || withReason, 'required')
      purchase.fulfilled = false
      returnContributions(purchase)
    },
    fulfil({ purchase, force }) {
      assertRule(!isDecided(purchase), 'purchase_decided')
      assertRule(
        !purchase.reward.team || isFullyFunded(purchase) || force,
        'team_reward_underfunded',
      )
      assertRule(!purchase.reward.team || !isFullyFunded(purchase) || !force, 'conflict')
      purchase[isFullyFunded(purchase) ? 'fulfilled' : 'forced'] = true
    },
    adjust({ target, amount }, model) {
      assertRule(amount >= 0 || balanceOf(model, target) + amount >= 0, 'invalid_amount')
      target.adjusted += amount
    },
    limits: ({ target, limit, perPost }) => void Object.assign(target, { limit, perPost }),
    settings: ({ limit, perPost, period, timezone }, model) =>
      void (model.team = { limit, perPost, period, timezone }),
    deactivate({ target }, model) {
      assertRule(!target.admin, 'forbidden')
      target.state = 'deactivated'
      // Parts of open team rewards return at once; own purchases go on.
      model.purchases
        .filter((purchase) => purchase.reward.team && isPending(purchase))
        .forEach((purchase) => returnContributions(purchase, target))
    },
    delete({ actor, target }, model) {
      assertRule(actor.admin || actor === target, 'forbidden')
      // The administrator is the only holder of every permission, so leaving is refused. The code
      // depends on whether other people exist.
      assertRule(
        !target.admin,
        model.people.some((one) => one !== target && one.state === 'accepted')
          ? 'last_administrator'
          : 'last_member',
      )
      model.purchases.filter(isPending).forEach((purchase) => returnContributions(purchase, target))
      // Erasing a leaver ends the grace, which moves the balance out of the wallet. A debt stays.
      if (target.state === 'deactivated') target.adjusted -= Math.max(balanceOf(model, target), 0)
      target.state = 'deleted'
    },
    wait: ({ hours }, model) => void (model.at = new Date(model.at.getTime() + hours * 3_600_000)),
  },
)
