import { useQuery } from '@tanstack/react-query'
import { computePlanCost } from '#contract/plan-cost.ts'
import { useConfig } from '#web/shared/config.ts'
import { liabilityQuery } from '#web/shared/points/liability-query.ts'
import { countOpenPoints, payrollDraftQuery } from '#web/shared/points/payroll-draft-query.ts'
import { formatRange } from '#web/shared/points/payroll-range.ts'
import { plansQuery } from '#web/shared/points/plans-query.ts'
import { pointWorthsQuery } from '#web/shared/points/point-worths.ts'
import { yearlyBudgetQuery } from '#web/shared/points/yearly-budget.ts'
import { addDays } from '#web/lib/add-days.ts'
import { formatDay, formatMoney, formatNumber, formatPercent } from '#web/lib/format.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { OverviewCard, ShortMoneyList } from './OverviewCard.tsx'
import css from './overview.module.css'
import { groupWorths } from './worth-groups.ts'

/** Ids of the sections below the overview. */
export const sectionIds = { worth: 'worth', budget: 'budget' } as const
const page = '/settings/finance'

function WorthOverview() {
  const { t } = useTranslation('finance')
  const { data: worths = [], isPending } = useQuery(pointWorthsQuery)
  const groups = groupWorths(worths)
  const current = groups.find(({ country }) => country === null)?.current
  const countries = groups.filter(({ country }) => country !== null).length
  const facts = [
    current ? t('overview.worth_since', { date: formatDay(current.valid_from) }) : '',
    countries ? t('overview.worth_countries', { count: countries }) : '',
  ].filter(Boolean)
  return (
    <OverviewCard
      title={t('overview.worth')}
      to={page}
      hash={sectionIds.worth}
      isPending={isPending}
      figure={
        current ? (
          <>
            {formatMoney(current.hundred_points_minor, current.currency, true)}{' '}
            <small>{t('overview.hundred')}</small>
          </>
        ) : null
      }
    >
      {facts.length ? facts.join(' · ') : t('overview.worth_none')}
    </OverviewCard>
  )
}

/** What the company owed at the end of yesterday, which is stored. */
function LiabilityOverview() {
  const { t } = useTranslation('finance')
  const { timezone } = useConfig().settings
  const day = addDays(todayInTimezone(timezone), -1)
  const { data, isPending } = useQuery(liabilityQuery(day))
  const date = formatDay(day)
  const hasMoney = Boolean(data?.figures.money.length)
  const points = data ? formatNumber(data.figures.total) : null
  const figure = hasMoney ? <ShortMoneyList money={data?.figures.money ?? []} /> : points
  return (
    <OverviewCard
      title={t('overview.owed')}
      to="/settings/finance/liability"
      isPending={isPending}
      figure={figure}
    >
      {data ? null : t('overview.owed_about')}
      {hasMoney ? t('overview.owed_text', { points, date }) : null}
      {data && !hasMoney ? t('overview.owed_points', { date }) : null}
    </OverviewCard>
  )
}

/** What is used of the budget of the year, or what the newest plan expects. */
function YearOverview() {
  const { t } = useTranslation('finance')
  const { data: budget, ...budgetQuery } = useQuery(yearlyBudgetQuery)
  const { data: plans, ...planQuery } = useQuery(plansQuery)
  const plan = plans?.[0]
  if (budget)
    return (
      <OverviewCard
        title={t('overview.year')}
        to={page}
        hash={sectionIds.budget}
        isPending={false}
        figure={formatMoney(budget.used_minor, budget.currency, true)}
      >
        {t('overview.year_used', {
          percent: formatPercent(budget.used_percent / 100),
          amount: formatMoney(budget.amount_minor, budget.currency, true),
        })}
      </OverviewCard>
    )
  return (
    <OverviewCard
      title={t('overview.year')}
      to="/settings/finance/plans"
      isPending={budgetQuery.isPending || planQuery.isPending}
      figure={
        plan ? formatMoney(Number(computePlanCost(plan).expected.total), plan.currency, true) : null
      }
    >
      {plan ? t('overview.year_plan', { name: plan.name }) : t('overview.year_none')}
    </OverviewCard>
  )
}

/** What the next run tells payroll. A large team waits for it, and a failure leaves only the link. */
function PayrollOverview() {
  const { t } = useTranslation('finance')
  const { data: draft, isPending } = useQuery(payrollDraftQuery())
  const openPoints = draft ? countOpenPoints(draft) : 0
  const taxable = (draft?.totals ?? []).map(({ currency, taxable_minor: minor }) => ({
    currency,
    minor,
  }))
  const nonZero = taxable.filter(({ minor }) => minor !== 0)
  const facts = draft?.lines
    ? [
        t('overview.payroll_taxable'),
        formatRange(draft),
        t('payroll.lines', { count: draft.lines }),
        openPoints ? t('overview.payroll_check', { count: openPoints }) : '',
      ].filter(Boolean)
    : []
  return (
    <OverviewCard
      title={t('overview.payroll')}
      to="/settings/finance/payroll"
      isPending={isPending}
      figure={
        taxable.length ? (
          <ShortMoneyList money={nonZero.length ? nonZero : taxable.slice(0, 1)} />
        ) : null
      }
    >
      {facts.length ? facts.join(' · ') : null}
      {draft && !draft.lines ? t('overview.payroll_none', { range: formatRange(draft) }) : null}
      {draft ? null : t('overview.payroll_about')}
    </OverviewCard>
  )
}

/** Four answers at a glance: worth, liability, cost of a year, payroll. */
export function Overview() {
  const { t } = useTranslation('finance')
  return (
    <section aria-label={t('overview.title')} className={css['overview']}>
      <WorthOverview />
      <LiabilityOverview />
      <YearOverview />
      <PayrollOverview />
    </section>
  )
}
