import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconAward,
  IconConfetti,
  IconGift,
  IconHeart,
  IconHourglass,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { BudgetMovement } from '#contract/schemas/budgets.ts'
import { useConfig } from '#web/shared/config.ts'
import { PagedList } from '#web/shared/PagedList.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatDateTime, formatSigned } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { useBudgetMovements } from '../api/queries.ts'
import css from './budgets.module.css'

const icons: Record<BudgetMovement['type'], ComponentType<{ size: number }>> = {
  budget_funded: IconPlus,
  budget_returned: IconArrowBackUp,
  budget_moved: IconArrowsExchange,
  budget_expired: IconHourglass,
  budget_recovered: IconTrash,
  award_held: IconAward,
  award_released: IconAward,
  award: IconAward,
  bonus: IconGift,
  celebration: IconConfetti,
  post: IconHeart,
}

/** Returns what happened: "Moved to Support". */
function useMovementText() {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  return ({ type, points, actor, other_budget: other }: BudgetMovement): string => {
    if (type === 'budget_moved')
      return t(points < 0 ? 'budgets.movement.moved_to' : 'budgets.movement.moved_from', {
        name: other?.name ?? '',
      })
    // Only the start of a period has no actor.
    if (type === 'budget_funded' && !actor) return t('budgets.movement.period_started')
    return t(`budgets.movement.${type}`, { name: actor ? nameOf(actor) : t('common:former') })
  }
}

function MovementRow({ movement }: { movement: BudgetMovement }) {
  const { t } = useTranslation('organization')
  const {
    settings: { timezone },
  } = useConfig()
  const nameOf = usePersonName()
  const textOf = useMovementText()
  const { type, points, reason, actor, post_id: postId, created_at: at } = movement
  const Icon = icons[type]
  return (
    <li className={css['movement']}>
      <span className={css['icon']} data-good={points > 0} aria-hidden="true">
        <Icon size={18} />
      </span>
      <div className={css['what']}>
        <b>{textOf(movement)}</b>
        {reason ? <p>{reason}</p> : null}
        <small>
          {/* The text of a post names its sender. */}
          {actor && type !== 'post' ? <span>{nameOf(actor)}</span> : null}
          <time dateTime={at}>{formatDateTime(at, timezone)}</time>
          {postId ? (
            <Link to="/posts/$id" params={{ id: postId }}>
              {t('budgets.movement.show_post')}
            </Link>
          ) : null}
        </small>
      </div>
      <b className={css['points']} data-good={points > 0}>
        {formatSigned(points)}
      </b>
    </li>
  )
}

/** The changes of a budget, newest first. */
export function MovementList({ budgetId }: { budgetId: string }) {
  const { t } = useTranslation('organization')
  const movements = useBudgetMovements(budgetId)
  return (
    <PagedList
      query={movements}
      frame={Card}
      skeletonHeights={[48, 48, 48]}
      texts={{
        empty: t('budgets.no_movements'),
        emptyText: t('budgets.no_movements_text'),
        more: t('team.more'),
      }}
    >
      {(items) => (
        <ul className={css['movements']} aria-label={t('budgets.history')}>
          {items.map((movement) => (
            <MovementRow key={movement.id} movement={movement} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}
