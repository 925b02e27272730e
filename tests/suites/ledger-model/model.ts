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
 * The ledger in plain objects: what each command needs, the code it is refused with otherwise, and
 * what it does. Nothing is counted ahead: balances, allowances, stocks and states are read off the
 * posts and purchases that stand.
 */
const isActive = (person: ModelPerson) => person.state === 'accepted'
const livePosts = (model: LedgerModel) => model.posts.filter((post) => !post.isDeleted)
const canSee = (who: ModelPerson, post: ModelPost) =>
  !post.private || who.admin || post.from === who || post.to.includes(who)
const totalCost = (post: ModelPost) => post.score * post.to.length
const heldContributions = (purchase: ModelPurchase, who?: ModelPerson) =>
  purchase.parts.filter((part) => !part.isReturned && (!who || part.person === who))
const paidAmount = (purchase: ModelPurchase, who?: ModelPerson) =>
  sum(heldContributions(purchase, who).map((part) => part.amount))
const isFullyFunded = (purchase: ModelPurchase) =>
  purchase.forced || paidAmount(purchase) === purchase.reward.price
const isDecided = (purchase: ModelPurchase) =>
  purchase.fulfilled || !heldContributions(purchase).length
const isPending = (purchase: ModelPurchase) =>
  !isDecided(purchase) && !(purchase.reward.team && isFullyFunded(purchase))
const purchasesOf = (model: LedgerModel, reward: ModelReward) =>
  model.purchases.filter((purchase) => purchase.reward === reward)

export const balanceOf = (model: LedgerModel, who: ModelPerson): number =>
  who.adjusted +
  sum(
    livePosts(model)
      .filter((post) => post.to.includes(who))
      .map((post) => post.score),
  ) -
  sum(model.purchases.map((one) => paidAmount(one, who)))
export function remainingAllowance(model: LedgerModel, who: ModelPerson): number {
  const given = model.posts.filter(
    (post) => post.from === who && isSamePeriod(post.at, model.at, model.team),
  )
  return Math.max(
    (who.limit ?? model.team.limit ?? Infinity) -
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
  assertRule(post.score <= (post.from.per_post ?? model.team.per_post ?? Infinity), 'out_of_range')
  assertRule(post.to.every(isActive), 'user_not_found')
  assertRule(totalCost(post) <= left, left > 0 ? 'over_limit' : 'no_points')
  model.posts.push(post)
  return { post }
}
const returnContributions = (purchase: ModelPurchase, who?: ModelPerson) =>
  heldContributions(purchase, who).forEach((part) => (part.isReturned = true))

export const applyCommand = createApplyCommand(
  ({ does, who, whom }) => {
    assertRule(!who || isActive(who), 'unauthorized')
    assertRule(
      !who ||
        who.admin ||
        !['decline', 'fulfil', 'adjust', 'limits', 'deactivate', 'settings'].includes(does),
      'forbidden',
    )
    assertRule(whom?.state !== 'deleted', 'not_found')
  },
  {
    post: ({ who, to, score, private: hidden }, model) =>
      createPost(model, { from: who, to, score, private: hidden, parent: null, at: model.at }),
    add_on({ who, post, score }, model) {
      const others = post.to.filter((to) => to !== who)
      assertRule(!post.isDeleted && canSee(who, post), 'not_found')
      assertRule(!post.parent && post.from !== who, 'forbidden')
      assertRule(others.length > 0, 'self_recognition')
      assertRule(others.some(isActive), 'user_not_found')
      return createPost(model, {
        from: who,
        to: others.filter(isActive),
        score,
        private: post.private,
        parent: post,
        at: model.at,
      })
    },
    delete_post({ who, post }, model) {
      assertRule(
        !post.isDeleted && [post, post.parent].some((one) => one && canSee(who, one)),
        'not_found',
      )
      assertRule(who.admin || post.from === who, 'forbidden')
      for (const one of livePosts(model).filter((each) => each === post || each.parent === post)) {
        // Each recipient pays back what they have above zero; the rest is a debt, and stays spent.
        one.recovered = sum(
          one.to.map((to) => Math.max(Math.min(one.score, balanceOf(model, to)), 0)),
        )
        one.isDeleted = true
      }
      return { returned: isSamePeriod(post.at, model.at, model.team) ? (post.recovered ?? 0) : 0 }
    },
    redeem({ who, reward, amount: wish }, model) {
      const before = purchasesOf(model, reward)
      const purchase = before.find((one) => reward.team && isPending(one)) ?? { reward, parts: [] }
      const amount = reward.team ? wish : reward.price
      assertRule(before.includes(purchase) || remainingStock(model, reward) > 0, 'out_of_stock')
      assertRule(paidAmount(purchase) + amount <= reward.price, 'price_too_high')
      assertRule(amount <= balanceOf(model, who), 'not_enough_points')
      assertRule(
        !reward.one_time || !before.some((one) => heldContributions(one, who).length),
        'one_time_used',
      )
      purchase.parts.push({ person: who, amount })
      if (!before.includes(purchase)) model.purchases.push(purchase)
      return { purchase }
    },
    cancel({ who, purchase }) {
      assertRule(
        purchase.parts.some((part) => part.person === who),
        'not_found',
      )
      assertRule(
        isPending(purchase) && heldContributions(purchase, who).length > 0,
        'purchase_decided',
      )
      returnContributions(purchase, who)
    },
    decline({ purchase }) {
      assertRule(!isDecided(purchase), 'purchase_decided')
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
    adjust({ whom, amount }, model) {
      assertRule(amount >= 0 || balanceOf(model, whom) + amount >= 0, 'invalid_amount')
      whom.adjusted += amount
    },
    limits: ({ whom, limit, per_post: perPost }) =>
      void Object.assign(whom, { limit, per_post: perPost }),
    settings: ({ limit, per_post: perPost, period, timezone }, model) =>
      void (model.team = { limit, per_post: perPost, period, timezone }),
    deactivate({ whom }) {
      assertRule(!whom.admin, 'forbidden')
      whom.state = 'deactivated'
    },
    delete({ who, whom }, model) {
      assertRule(who.admin || who === whom, 'forbidden')
      // The administrator holds every permission alone: leaving is refused, differently where
      // nobody else is there.
      assertRule(
        !whom.admin,
        model.people.some((one) => one !== whom && one.state === 'accepted')
          ? 'last_administrator'
          : 'last_member',
      )
      whom.state = 'deleted'
      model.purchases.filter(isPending).forEach((purchase) => returnContributions(purchase, whom))
    },
    wait: ({ hours }, model) => void (model.at = new Date(model.at.getTime() + hours * 3_600_000)),
  },
)
