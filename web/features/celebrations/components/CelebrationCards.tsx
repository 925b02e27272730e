import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Celebration, CelebrationKind } from '#contract/schemas/celebrations.ts'
import { includesEveryone } from '#web/shared/audiences/audience-form.ts'
import { budgetsQuery } from '#web/shared/budgets/budgets.api.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useUpdateCelebration } from '../api/queries.ts'
import { findBudgetWarning } from './budget-warning.ts'
import { CelebrationCard } from './CelebrationCard.tsx'
import { CelebrationDialog } from './CelebrationDialog.tsx'
import css from './celebrations.module.css'

/** Returns whether a kind still has the settings of a new team, so that its form comes first. */
const isUnchanged = (rule: Celebration): boolean =>
  rule.points === 0 &&
  !rule.points_by_year.length &&
  !rule.budget &&
  rule.value_id === null &&
  includesEveryone(rule.audience) &&
  rule.visibility === 'everyone' &&
  Object.keys(rule.texts).length === 0

/** The cards of all kinds. Switching on a kind that nobody has set up opens its form. */
export function CelebrationCards({ rules }: { rules: Celebration[] }) {
  const { t } = useTranslation('celebrations')
  const { data: budgets = [] } = useQuery(budgetsQuery)
  const [open, setOpen] = useState<{ kind: CelebrationKind; switchesOn: boolean } | null>(null)
  const change = useUpdateCelebration({
    onSuccess: () => undefined,
    onError: (error) => notifyError(t, error),
  })
  const rule = rules.find(({ kind }) => kind === open?.kind)
  const toggle = (one: Celebration, enabled: boolean) => {
    if (enabled && isUnchanged(one)) setOpen({ kind: one.kind, switchesOn: true })
    else change.mutate({ kind: one.kind, body: { enabled } })
  }
  return (
    <>
      <ul className={css['cards']}>
        {rules.map((one) => (
          <li key={one.kind}>
            <CelebrationCard
              rule={one}
              warning={findBudgetWarning(one, rules, budgets)}
              isBusy={change.isPending && change.variables.kind === one.kind}
              onSwitch={(enabled) => toggle(one, enabled)}
              onEdit={() => setOpen({ kind: one.kind, switchesOn: false })}
            />
          </li>
        ))}
      </ul>
      {open && rule ? (
        <CelebrationDialog rule={rule} switchesOn={open.switchesOn} onClose={() => setOpen(null)} />
      ) : null}
    </>
  )
}
