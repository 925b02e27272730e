import { Link } from '@tanstack/react-router'
import type { AuditEntry, AuditObject } from '#contract/schemas/audit.ts'
import { useCan } from '#web/shared/config.ts'
import { useTranslation } from '#web/lib/translate.ts'

/** The stage of the purchase list that shows a purchase after the action. */
const stageAfter: Record<string, string> = {
  'purchase.ordered': 'ordered',
  'purchase.fulfilled': 'done',
  'purchase.declined': 'declined',
}

/**
 * The name of the subject of an action, as a link if the reader may open its page. Subjects without
 * a name show their kind.
 */
export function AuditObjectLink({
  object,
  action,
}: { object: AuditObject } & Pick<AuditEntry, 'action'>) {
  const { t } = useTranslation('settings')
  const can = useCan()
  const { kind, id, title } = object
  const name = title || t(`audit.object.${kind}`)
  if (kind === 'post')
    return (
      <Link to="/posts/$id" params={{ id }}>
        {name}
      </Link>
    )
  if (kind === 'value' && can('manage_values')) return <Link to="/settings/values">{name}</Link>
  if (kind === 'import' && can('manage_team'))
    return (
      <Link to="/settings/team/import" search={{ id }}>
        {name}
      </Link>
    )
  if (kind === 'reward' && can('manage_rewards'))
    return (
      <Link to="/settings/rewards/edit/$id" params={{ id }}>
        {name}
      </Link>
    )
  if (kind === 'purchase' && can('manage_rewards'))
    return (
      <Link to="/settings/rewards/purchases" search={{ stage: stageAfter[action], search: title }}>
        {name}
      </Link>
    )
  return <b>{name}</b>
}
