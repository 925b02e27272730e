import { samePeriod } from './ledger-calendar.ts'
import {
  type Model,
  must,
  obeying,
  type Person,
  type Post,
  type Purchase,
  type Reward,
  sum,
} from './ledger-shapes.ts'

/**
 * The ledger in plain objects: what each command needs, the code it is refused with otherwise, and
 * what it does. Nothing is counted ahead: balances, allowances, stocks and states are read off the
 * posts and purchases that stand.
 */
const here = (person: Person) => person.state === 'accepted'
const standing = (model: Model) => model.posts.filter((post) => !post.gone)
const sees = (who: Person, post: Post) =>
  !post.private || who.admin || post.from === who || post.to.includes(who)
const cost = (post: Post) => post.score * post.to.length
const held = (purchase: Purchase, who?: Person) =>
  purchase.parts.filter((part) => !part.back && (!who || part.who === who))
const paid = (purchase: Purchase, who?: Person) =>
  sum(held(purchase, who).map((part) => part.amount))
const full = (purchase: Purchase) => purchase.forced || paid(purchase) === purchase.reward.price
const decided = (purchase: Purchase) => purchase.fulfilled || !held(purchase).length
const pending = (purchase: Purchase) =>
  !decided(purchase) && !(purchase.reward.team && full(purchase))
const bought = (model: Model, reward: Reward) =>
  model.purchases.filter((purchase) => purchase.reward === reward)

export const balance = (model: Model, who: Person): number =>
  who.adjusted +
  sum(
    standing(model)
      .filter((post) => post.to.includes(who))
      .map((post) => post.score),
  ) -
  sum(model.purchases.map((one) => paid(one, who)))
export function remaining(model: Model, who: Person): number {
  const given = model.posts.filter(
    (post) => post.from === who && samePeriod(post.at, model.at, model.team),
  )
  return Math.max(
    (who.limit ?? model.team.limit ?? Infinity) -
      sum(given.map((post) => cost(post) - (post.recovered ?? 0))),
    0,
  )
}
export const stock = (model: Model, reward: Reward): number =>
  (reward.amount ?? Infinity) -
  bought(model, reward).filter((purchase) => held(purchase).length).length
function give(model: Model, post: Post) {
  const left = remaining(model, post.from)
  must(!post.to.includes(post.from), 'self_recognition')
  must(post.score <= (post.from.per_post ?? model.team.per_post ?? Infinity), 'out_of_range')
  must(post.to.every(here), 'user_not_found')
  must(cost(post) <= left, left > 0 ? 'over_limit' : 'no_points')
  model.posts.push(post)
  return { post }
}
const giveBack = (purchase: Purchase, who?: Person) =>
  held(purchase, who).forEach((part) => (part.back = true))

export const act = obeying(
  ({ does, who, whom }) => {
    must(!who || here(who), 'unauthorized')
    must(
      !who ||
        who.admin ||
        !['decline', 'fulfil', 'adjust', 'limits', 'deactivate', 'settings'].includes(does),
      'forbidden',
    )
    must(whom?.state !== 'deleted', 'not_found')
  },
  {
    post: ({ who, to, score, private: hidden }, model) =>
      give(model, { from: who, to, score, private: hidden, parent: null, at: model.at }),
    add_on({ who, post, score }, model) {
      const others = post.to.filter((to) => to !== who)
      must(!post.gone && sees(who, post), 'not_found')
      must(!post.parent && post.from !== who, 'forbidden')
      must(others.length > 0, 'self_recognition')
      must(others.some(here), 'user_not_found')
      return give(model, {
        from: who,
        to: others.filter(here),
        score,
        private: post.private,
        parent: post,
        at: model.at,
      })
    },
    delete_post({ who, post }, model) {
      must(!post.gone && [post, post.parent].some((one) => one && sees(who, one)), 'not_found')
      must(who.admin || post.from === who, 'forbidden')
      for (const one of standing(model).filter((each) => each === post || each.parent === post)) {
        // Each recipient pays back what they have above zero; the rest is a debt, and stays spent.
        one.recovered = sum(
          one.to.map((to) => Math.max(Math.min(one.score, balance(model, to)), 0)),
        )
        one.gone = true
      }
      return { returned: samePeriod(post.at, model.at, model.team) ? (post.recovered ?? 0) : 0 }
    },
    redeem({ who, reward, amount: wish }, model) {
      const before = bought(model, reward)
      const purchase = before.find((one) => reward.team && pending(one)) ?? { reward, parts: [] }
      const amount = reward.team ? wish : reward.price
      must(before.includes(purchase) || stock(model, reward) > 0, 'out_of_stock')
      must(paid(purchase) + amount <= reward.price, 'price_too_high')
      must(amount <= balance(model, who), 'not_enough_points')
      must(!reward.one_time || !before.some((one) => held(one, who).length), 'one_time_used')
      purchase.parts.push({ who, amount })
      if (!before.includes(purchase)) model.purchases.push(purchase)
      return { purchase }
    },
    cancel({ who, purchase }) {
      must(
        purchase.parts.some((part) => part.who === who),
        'not_found',
      )
      must(pending(purchase) && held(purchase, who).length > 0, 'purchase_decided')
      giveBack(purchase, who)
    },
    decline({ purchase }) {
      must(!decided(purchase), 'purchase_decided')
      giveBack(purchase)
    },
    fulfil({ purchase, force }) {
      must(!decided(purchase), 'purchase_decided')
      must(!purchase.reward.team || full(purchase) || force, 'team_reward_underfunded')
      must(!purchase.reward.team || !full(purchase) || !force, 'conflict')
      purchase[full(purchase) ? 'fulfilled' : 'forced'] = true
    },
    adjust({ whom, amount }, model) {
      must(amount >= 0 || balance(model, whom) + amount >= 0, 'invalid_amount')
      whom.adjusted += amount
    },
    limits: ({ whom, limit, per_post }) => void Object.assign(whom, { limit, per_post }),
    settings: ({ limit, per_post, period, timezone }, model) =>
      void (model.team = { limit, per_post, period, timezone }),
    deactivate({ whom }) {
      must(!whom.admin, 'forbidden')
      whom.state = 'deactivated'
    },
    delete({ who, whom }, model) {
      must(who.admin || who === whom, 'forbidden')
      // The administrator holds every permission alone: leaving is refused, differently where
      // nobody else is there.
      must(
        !whom.admin,
        model.people.some((one) => one !== whom && one.state === 'accepted')
          ? 'last_administrator'
          : 'last_member',
      )
      whom.state = 'deleted'
      model.purchases.filter(pending).forEach((purchase) => giveBack(purchase, whom))
    },
    wait: ({ hours }, model) => void (model.at = new Date(model.at.getTime() + hours * 3_600_000)),
  },
)
