import { Button, Group as Row, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Budget } from '#contract/schemas/budgets.ts'
import { BudgetMeter } from '#web/shared/budgets/BudgetMeter.tsx'
import { budgetsQuery } from '#web/shared/budgets/budgets.api.ts'
import { useCan } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { NotFound } from '#web/shared/errors/NotFound.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import {
  type BudgetAction,
  BudgetActionDialog,
  listMoveTargets,
} from '../components/BudgetActionDialog.tsx'
import { BudgetFacts } from '../components/BudgetFacts.tsx'
import { BudgetMenu } from '../components/BudgetMenu.tsx'
import { MovementList } from '../components/MovementList.tsx'
import css from '../components/budgets.module.css'

/** Leads back to the list that the reader came from. */
function BackLink() {
  const { t } = useTranslation('organization')
  const can = useCan()
  return can('manage_settings') ? (
    <Link to="/settings/budgets" className={backClass}>
      <BackArrow />
      <span>{t('budgets.title')}</span>
    </Link>
  ) : (
    <Link to="/my-team" className={backClass}>
      <BackArrow />
      <span>{t('team.title')}</span>
    </Link>
  )
}

/** Owners move points to their other budgets; administrators have all actions. */
function BudgetActions({
  budget,
  canMove,
  onAction,
}: {
  budget: Budget
  canMove: boolean
  onAction: (action: BudgetAction) => void
}) {
  const { t } = useTranslation('organization')
  const can = useCan()
  if (budget.closed_at !== null) return null
  if (can('manage_settings'))
    return (
      <Row gap={8}>
        <Button variant="default" onClick={() => onAction('edit')}>
          {t('budgets.action.edit')}
        </Button>
        <BudgetMenu budget={budget} canMove={canMove} onAction={onAction} />
      </Row>
    )
  return canMove ? (
    <Button variant="default" onClick={() => onAction('move')}>
      {t('budgets.action.move')}
    </Button>
  ) : null
}

function BudgetById({ id }: { id: string }) {
  const { t } = useTranslation('organization')
  const { data: budgets, error, refetch } = useQuery(budgetsQuery)
  const [action, setAction] = useState<BudgetAction | null>(null)
  const budget = budgets?.find((one) => one.id === id)
  usePageTitle(budget?.name ?? t('budgets.title'))
  if (budgets && !budget) return <NotFound />
  if (!budgets && error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!budgets || !budget)
    return (
      <Page title={t('budgets.title')} narrow>
        <Skeleton height={240} />
      </Page>
    )
  return (
    <Page
      title={budget.name}
      narrow
      back={<BackLink />}
      actions={
        <BudgetActions
          budget={budget}
          canMove={listMoveTargets(budgets, budget).length > 0}
          onAction={setAction}
        />
      }
    >
      <Card className={css['head']}>
        {budget.closed_at === null ? <BudgetMeter budget={budget} /> : null}
        <BudgetFacts budget={budget} />
      </Card>
      <h2 className={css['historyTitle']}>{t('budgets.history')}</h2>
      <MovementList budgetId={budget.id} />
      {action ? (
        <BudgetActionDialog
          action={action}
          budget={budget}
          budgets={budgets}
          onClose={() => setAction(null)}
        />
      ) : null}
    </Page>
  )
}

/** /budgets/{id}: what is left of a budget, and its history. */
export function BudgetScreen() {
  const { id = '' } = useParams({ strict: false })
  return <BudgetById key={id} id={id} />
}
