import type { InboxItem } from '#contract/schemas/inbox.ts'

/** Returns the path of the target of an item. */
export function inboxTarget(item: InboxItem): string {
  if (item.post) return `/posts/${item.post.id}`
  if (item.kind === 'signature_reported') return '/settings/celebrations'
  if (item.card) return `/group-cards/${item.card.id}`
  if (item.round)
    return item.kind === 'kind_words' ? '/nominations?tab=words' : `/nominations/${item.round.id}`
  if (item.award) return `/awards/gifts/${item.award.id}`
  if (item.bonus) return '/rewards'
  if (item.kind === 'points_expiring') return '/rewards'
  if (item.sync_run) return `/settings/team/sync/${item.sync_run.id}`
  if (item.kind === 'people_sync_stopped') return '/settings/team/sync'
  if (item.kind === 'yearly_budget') return '/settings/finance'
  if (item.budget) return `/budgets/${item.budget.id}`
  if (item.import) return `/settings/team/import?id=${item.import.id}`
  if (item.kind === 'purchase_decided' || item.kind === 'purchase_ordered')
    return '/rewards?tab=mine'
  return item.kind === 'purchase_requested' ? '/settings/rewards/purchases' : '/feed'
}
