import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Budget } from '#contract/schemas/budgets.ts'
import { BudgetMeter } from '#web/shared/budgets/BudgetMeter.tsx'
import { budgetsQuery } from '#web/shared/budgets/budgets.api.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import {
  type BudgetAction,
  BudgetActionDialog,
  listMoveTargets,
} from '../components/BudgetActionDialog.tsx'
import { BudgetDialog } from '../components/BudgetDialog.tsx'
import { BudgetFacts } from '../components/BudgetFacts.tsx'
import { BudgetMenu } from '../components/BudgetMenu.tsx'
import css from '../components/budgets.module.css'

function BudgetName({ budget: { id, name } }: { budget: Budget }) {
  return (
    <h2>
      <Link to="/budgets/$id" params={{ id }}>
        {name}
      </Link>
    </h2>
  )
}

function BudgetCard({
  budget,
  canMove,
  onAction,
}: {
  budget: Budget
  canMove: boolean
  onAction: (action: BudgetAction) => void
}) {
  const { t } = useTranslation('organization')
  return (
    <Card className={css['budget']}>
      <div className={css['top']}>
        <BudgetName budget={budget} />
        <Button size="compact-sm" variant="default" h={34} onClick={() => onAction('edit')}>
          {t('budgets.action.edit')}
          <span className="sr-only"> {budget.name}</span>
        </Button>
        <BudgetMenu budget={budget} canMove={canMove} linksHistory onAction={onAction} />
      </div>
      <BudgetMeter budget={budget} />
      <BudgetFacts budget={budget} />
    </Card>
  )
}

/** The closed budgets in a list that unfolds; nothing without one. */
function ClosedBudgets({ budgets }: { budgets: Budget[] }) {
  const { t } = useTranslation('organization')
  if (!budgets.length) return null
  return (
    <details className={css['closed']}>
      <summary>{t('budgets.closed', { n: budgets.length })}</summary>
      <ul className={css['list']} aria-label={t('budgets.closed', { n: budgets.length })}>
        {budgets.map((budget) => (
          <li key={budget.id}>
            <Card className={css['budget']}>
              <div className={css['top']}>
                <BudgetName budget={budget} />
              </div>
              <BudgetFacts budget={budget} />
            </Card>
          </li>
        ))}
      </ul>
    </details>
  )
}

function NoBudgets({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('organization')
  return (
    <Card>
      <EmptyState art="laurel" level={2} title={t('budgets.empty')} text={t('budgets.empty_text')}>
        <Button onClick={onAdd}>{t('budgets.add')}</Button>
      </EmptyState>
    </Card>
  )
}

/** /settings/budgets: points of the team that some people may give. */
export function BudgetsScreen() {
  const { t } = useTranslation('organization')
  usePageTitle(t('budgets.title'))
  const { data: budgets = [], ...query } = useQuery(budgetsQuery)
  const [isAdding, setIsAdding] = useState(false)
  const [open, setOpen] = useState<{ action: BudgetAction; budget: Budget } | null>(null)
  const isOpen = ({ closed_at: closedAt }: Budget) => closedAt === null
  const openBudgets = budgets.filter(isOpen)
  const add = () => setIsAdding(true)
  return (
    <Page
      title={t('budgets.title')}
      narrow
      back={<SettingsNavigation />}
      actions={
        openBudgets.length ? (
          <Button disabled={openBudgets.length >= limits.budgets_max} onClick={add}>
            {t('budgets.add')}
          </Button>
        ) : null
      }
    >
      {openBudgets.length ? <p className={css['text']}>{t('budgets.text')}</p> : null}
      {query.isPending ? (
        <Card aria-busy="true">
          <Skeleton height={96} />
        </Card>
      ) : null}
      {query.isLoadingError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {query.isSuccess && !openBudgets.length ? <NoBudgets onAdd={add} /> : null}
      {openBudgets.length ? (
        <ul className={css['list']} aria-label={t('budgets.title')}>
          {openBudgets.map((budget) => (
            <li key={budget.id}>
              <BudgetCard
                budget={budget}
                canMove={listMoveTargets(budgets, budget).length > 0}
                onAction={(action) => setOpen({ action, budget })}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <ClosedBudgets budgets={budgets.filter((budget) => !isOpen(budget))} />
      {isAdding ? <BudgetDialog onClose={() => setIsAdding(false)} /> : null}
      {open ? (
        <BudgetActionDialog {...open} budgets={budgets} onClose={() => setOpen(null)} />
      ) : null}
    </Page>
  )
}
