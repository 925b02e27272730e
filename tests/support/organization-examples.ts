import type { RouteName } from '#contract/routes/index.ts'

type Ids = Record<'attribute' | 'group' | 'user' | 'budget', string>

const exampleRule = (ids: Ids) => [
  { field: 'attribute', attribute_id: ids.attribute, values: ['Monday'] },
]

/** Example bodies of the organization: attributes, groups, allowance rules, budgets, celebrations. */
export const organizationExamples: Partial<Record<RouteName, (ids: Ids) => unknown>> = {
  'group_cards.sign': () => ({ text: 'Happy birthday!' }),
  'group_cards.hide': () => ({ hidden: true }),
  'group_cards.decide': () => ({ remove: true }),
  'group_cards.picture': () => ({ remove_picture: true }),
  'celebrations.update': () => ({ enabled: true, points: 20 }),
  'custom_days.create': (ids) => ({
    name: 'Founders’ day',
    date: '2026-05-12',
    yearly: true,
    audience: { user_ids: [ids.user] },
    text: 'Thank you for {team}, {names}!',
    points: 5,
  }),
  'custom_days.update': () => ({ points: 10 }),
  'attributes.create': () => ({ name: 'Shirt size', kind: 'text' }),
  'attributes.update': () => ({ name: 'Size' }),
  'groups.preview_rule': (ids) => ({ rule: exampleRule(ids) }),
  'groups.create': (ids) => ({ kind: 'team', name: 'Testers', rule: exampleRule(ids) }),
  'audiences.preview': (ids) => ({ audience: { group_ids: [ids.group] } }),
  'allowance_rules.create': () => ({ name: 'Managers', audience: {}, limit: 50 }),
  'allowance_rules.update': () => ({ limit: 60 }),
  'budgets.create': (ids) => ({
    name: 'Moments of joy',
    period: 'month',
    points: 100,
    owner_ids: [ids.user],
    recipients: { user_ids: [ids.user] },
  }),
  'budgets.update': () => ({ points: 200 }),
  'budgets.fund': () => ({ points: 20, reason: 'A good quarter' }),
  'budgets.move': (ids) => ({ to_budget_id: ids.budget, points: 5, reason: 'A joint project' }),
  'groups.update': () => ({ name: 'Support' }),
  'groups.add_members': (ids) => ({ user_ids: [ids.user] }),
  'groups.remove_members': (ids) => ({ user_ids: [ids.user] }),
}
