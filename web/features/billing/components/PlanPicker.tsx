import { SegmentedControl } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import { priceBook, computePrice, planPrices, type Plan } from '#contract/prices.ts'
import { formatUsd } from '#web/shared/billing/InvoiceTotals.tsx'
import { formatMoney, formatNumber, formatPercent } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import css from './billing.module.css'

const plans = ['month', 'year'] as const satisfies readonly Plan[]
const formatUsdShort = (cents: number) => formatMoney(cents, 'USD', true)
/**
 * Returns the annual plan's saving in cents. The lifetime discount lowers both prices, and so the
 * difference.
 */
function annualSaving(seats: number, lifetime: boolean): number {
  const discounted = (cents: number) =>
    lifetime ? cents - Math.round(cents * limits.lifetime_discount_share) : cents
  return 12 * discounted(computePrice('month', seats)) - discounted(computePrice('year', seats))
}

/** The base price, the price of extra seats, and the rule behind them. */
function PriceBreakdown({ plan, seats }: { plan: Plan; seats: number }) {
  const { t } = useTranslation('billing')
  const { base, seat } = planPrices(plan)
  const extraSeats = Math.max(0, seats - priceBook.includedSeats)
  return (
    <>
      <dl className={css['parts']}>
        <div>
          <dt>{t('choice.base', { count: priceBook.includedSeats })}</dt>
          <dd>{formatUsd(base)}</dd>
        </div>
        {extraSeats > 0 ? (
          <div>
            <dt>{t('choice.further', { count: extraSeats, price: formatUsd(seat) })}</dt>
            <dd>{formatUsd(extraSeats * seat)}</dd>
          </div>
        ) : null}
      </dl>
      <p className={css['hint']}>
        {t('seats.how', {
          number: formatNumber(priceBook.includedSeats),
          price: formatUsd(seat),
          per: t(`per.${plan}`),
        })}
      </p>
    </>
  )
}

/** Monthly or annual plan, the price for the current seats, and the annual saving. */
export function PlanPicker({
  plan,
  seats,
  lifetime,
  onChoose,
}: {
  plan: Plan
  seats: number
  lifetime: boolean
  onChoose: (plan: Plan) => void
}) {
  const { t } = useTranslation('billing')
  const saving = {
    amount: formatUsd(annualSaving(seats, lifetime)),
    percent: formatPercent(priceBook.annualDiscountShare),
  }
  return (
    <Card className={css['plans']}>
      <h2>{t('choice.title')}</h2>
      <SegmentedControl
        fullWidth
        radius="md"
        size="md"
        value={plan}
        onChange={(value) => onChoose(value as Plan)}
        aria-label={t('choice.title')}
        data={plans.map((value) => ({
          value,
          label:
            value === 'year' ? (
              <span className={css['segment']}>
                {t('plan.year')}
                <span className={css['chip']} data-tone="good">
                  {t('choice.less', { percent: saving.percent })}
                </span>
              </span>
            ) : (
              t('plan.month')
            ),
        }))}
      />
      <p className={css['price']}>
        <strong>{formatUsdShort(computePrice(plan, seats))}</strong> {t(`per.${plan}`)}
        {plan === 'year' ? (
          <small>
            {t('choice.monthly', {
              price: formatUsd(Math.round(computePrice('year', seats) / 12)),
            })}
          </small>
        ) : null}
      </p>
      <p className={css['saving']} data-on={plan === 'year'}>
        {t(plan === 'year' ? 'choice.saves' : 'choice.would_save', saving)}
      </p>
      <PriceBreakdown plan={plan} seats={seats} />
    </Card>
  )
}
