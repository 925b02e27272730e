import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { computePlanCost } from '#contract/plan-cost.ts'
import { plansQuery } from '#web/shared/points/plans-query.ts'
import { formatMoney } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import css from './finance.module.css'

/** What the newest plan expects a year to cost, with a link to the plans. */
export function PlanCard() {
  const { t } = useTranslation('finance')
  const { data: plans } = useQuery(plansQuery)
  const plan = plans?.[0]
  return (
    <Card>
      <div className={css['head']}>
        <h2>{t('plans.title')}</h2>
        <Button
          component={Link}
          to="/settings/finance/plans"
          size="compact-sm"
          h={34}
          variant="default"
        >
          {t(plan ? 'plans.open' : 'plans.start')}
          <span className="sr-only"> {t('plans.title')}</span>
        </Button>
      </div>
      {plans ? null : <Skeleton height={48} />}
      {plan ? (
        <div className={css['owed']}>
          <b>{formatMoney(Number(computePlanCost(plan).expected.total), plan.currency, true)}</b>
          <p>{t('plans.card_text', { name: plan.name })}</p>
        </div>
      ) : null}
      {plans && !plan ? <p className={css['text']}>{t('plans.card_empty')}</p> : null}
    </Card>
  )
}
