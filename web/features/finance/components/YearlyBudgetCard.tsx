import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { yearlyBudgetQuery } from '#web/shared/points/yearly-budget.ts'
import { YearlyBudgetDialog } from '#web/shared/points/YearlyBudgetDialog.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { DeleteBudgetDialog } from './DeleteBudgetDialog.tsx'
import css from './finance.module.css'
import { YearlyBudgetUse } from './YearlyBudgetUse.tsx'

/** What is used of the budget of the year, with dialogs to set, change and remove it, and a link to plans. */
export function YearlyBudgetCard() {
  const { t } = useTranslation('finance')
  const { data: budget, ...query } = useQuery(yearlyBudgetQuery)
  const [opened, setOpened] = useState<'edit' | 'remove' | null>(null)
  const close = () => setOpened(null)
  return (
    <Card>
      <div className={css['head']}>
        <h2>{t('budget.title')}</h2>
        <span className={css['buttons']}>
          <Button
            component={Link}
            to="/settings/finance/plans"
            size="compact-sm"
            h={34}
            variant="default"
          >
            {t('plans.start')}
          </Button>
          {budget === undefined ? null : (
            <Button size="compact-sm" h={34} variant="default" onClick={() => setOpened('edit')}>
              {t(budget ? 'budget.change' : 'budget.set')}
              {budget ? <span className="sr-only"> {t('budget.title')}</span> : null}
            </Button>
          )}
        </span>
      </div>
      {query.isPending ? <Skeleton height={96} /> : null}
      {query.isLoadingError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {budget ? <YearlyBudgetUse budget={budget} /> : null}
      {budget === null ? <p className={css['lastText']}>{t('budget.empty_text')}</p> : null}
      {opened === 'edit' && budget !== undefined ? (
        <YearlyBudgetDialog
          budget={budget}
          onClose={close}
          {...(budget ? { onRemove: () => setOpened('remove') } : {})}
        />
      ) : null}
      {opened === 'remove' ? <DeleteBudgetDialog onClose={close} /> : null}
    </Card>
  )
}
