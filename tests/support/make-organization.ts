import type { Member } from './factories.ts'
import type { TestApp } from './test-app.ts'

/**
 * Creates a department, a custom attribute, a rule that gives everyone unlimited points, a
 * budget, and a day of the team's own. The person reports to the administrator.
 */
export async function makeOrganization(
  t: TestApp,
  { token, user_id: userId }: Member,
  report: Member,
): Promise<Record<'group' | 'attribute' | 'allowance_rule' | 'budget' | 'custom_day', string>> {
  const department = { kind: 'department' as const, name: 'Operations' }
  const rule = { name: 'Everyone', audience: {}, limit: null }
  const attribute = { name: 'Office days', kind: 'list' as const, options: ['Monday', 'Friday'] }
  const budget = {
    name: 'Thanks in the fourth quarter',
    period: 'quarter' as const,
    points: 500,
    owner_ids: [userId],
    recipients: {},
  }
  const day = {
    name: 'Our first day',
    date: '2020-02-29',
    yearly: true,
    audience: { user_ids: [userId, report.user_id] },
    text: 'Thank you for {team}!',
  }
  await t.call('users.update', {
    token,
    params: { id: report.user_id },
    body: { organization: { manager_id: userId } },
  })
  return {
    group: (await t.call('groups.create', { token, body: department })).body.id,
    attribute: (await t.call('attributes.create', { token, body: attribute })).body.id,
    allowance_rule: (await t.call('allowance_rules.create', { token, body: rule })).body.id,
    budget: (await t.call('budgets.create', { token, body: budget })).body.id,
    custom_day: (await t.call('custom_days.create', { token, body: day })).body.id,
  }
}
