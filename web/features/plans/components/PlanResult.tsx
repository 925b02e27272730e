import { Button } from '@mantine/core'
import { computePlanCost, type PlanCost } from '#contract/plan-cost.ts'
import type { Money } from '#contract/schemas/common.ts'
import type { PlanInput } from '#contract/schemas/plans.ts'
import { formatMoney, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import css from './plans.module.css'

function CostColumn({
  title,
  cost,
  currency,
}: {
  title: string
  cost: PlanCost
  currency: string
}) {
  const { t } = useTranslation('finance')
  const money = (minor: bigint) => formatMoney(Number(minor), currency, true)
  return (
    <div>
      <h3>{title}</h3>
      <b className={css['total']}>{money(cost.total)}</b>
      <dl>
        <dt>{t('plans.points')}</dt>
        <dd>{formatNumber(Number(cost.points))}</dd>
        <dt>{t('plans.worth')}</dt>
        <dd>{money(cost.worth)}</dd>
        <dt>{t('plans.fee')}</dt>
        <dd>{money(cost.fee)}</dd>
      </dl>
    </div>
  )
}

/** What a plan costs: as expected, and if everyone gives all they may. */
export function PlanResult({
  plan,
  onUse,
}: {
  plan: PlanInput | null
  /** Makes the expected cost the yearly budget. */
  onUse: (amount: Money) => void
}) {
  const { t } = useTranslation('finance')
  const cost = plan ? computePlanCost(plan) : null
  return (
    <Card className={css['result']}>
      <h2>{t('plans.result')}</h2>
      <div role="status" className={css['columns']}>
        {plan && cost ? (
          <>
            <CostColumn title={t('plans.expected')} cost={cost.expected} currency={plan.currency} />
            <CostColumn title={t('plans.most')} cost={cost.most} currency={plan.currency} />
          </>
        ) : (
          <p>{t('plans.incomplete')}</p>
        )}
      </div>
      {plan && cost ? (
        <Button
          variant="default"
          disabled={cost.expected.total < 1n}
          onClick={() => onUse({ currency: plan.currency, minor: Number(cost.expected.total) })}
        >
          {t('budget.from_plan')}
        </Button>
      ) : null}
    </Card>
  )
}
