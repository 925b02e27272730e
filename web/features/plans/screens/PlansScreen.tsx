import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Money } from '#contract/schemas/common.ts'
import type { Plan, PlanBasis } from '#contract/schemas/plans.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { UnsavedChangesDialog } from '#web/shared/forms/UnsavedChangesPrompt.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { planBasisQuery, plansQuery } from '#web/shared/points/plans-query.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import { DeletePlanDialog } from '../components/DeletePlanDialog.tsx'
import { draftOfBasis, draftOfPlan } from '../components/plan-draft.ts'
import { PlanBudgetDialog } from '../components/PlanBudgetDialog.tsx'
import { PlanForm } from '../components/PlanForm.tsx'
import css from '../components/plans.module.css'

/** The chosen plan, a choice of the others, and a new one. */
function Planner({ plans, basis }: { plans: Plan[]; basis: PlanBasis }) {
  const { t } = useTranslation('finance')
  const [chosenId, setChosenId] = useState<string | null>(plans[0]?.id ?? null)
  const [isChanged, setIsChanged] = useState(false)
  /** The choice that waits for an answer about unsaved numbers. */
  const [wanted, setWanted] = useState<{ id: string | null } | null>(null)
  const choose = (id: string | null) => (isChanged ? setWanted({ id }) : setChosenId(id))
  const [isDeleting, setIsDeleting] = useState(false)
  const [amount, setAmount] = useState<Money | null>(null)
  const plan = plans.find(({ id }) => id === chosenId) ?? null
  return (
    <>
      {plans.length ? (
        <div className={css['choice']}>
          <NativeSelect
            label={t('plans.choose')}
            value={plan?.id ?? ''}
            data={[
              ...(plan ? [] : [{ value: '', label: t('plans.new') }]),
              ...plans.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => choose(event.currentTarget.value || null)}
          />
          {plan ? (
            <Button
              variant="default"
              disabled={plans.length >= limits.plans_max}
              onClick={() => choose(null)}
            >
              {t('plans.add')}
            </Button>
          ) : null}
        </div>
      ) : null}
      <PlanForm
        key={plan?.id ?? 'new'}
        start={plan ? draftOfPlan(plan) : draftOfBasis(basis, t('plans.first_name'))}
        plan={plan}
        onChange={setIsChanged}
        onUse={setAmount}
        onSaved={({ id }) => setChosenId(id)}
        onDelete={() => setIsDeleting(true)}
      />
      {wanted ? (
        <UnsavedChangesDialog
          onDiscard={() => {
            setChosenId(wanted.id)
            setWanted(null)
          }}
          onKeep={() => setWanted(null)}
        />
      ) : null}
      {amount ? <PlanBudgetDialog amount={amount} onClose={() => setAmount(null)} /> : null}
      {plan && isDeleting ? (
        <DeletePlanDialog
          plan={plan}
          onDeleted={() => {
            setIsDeleting(false)
            setChosenId(plans.find(({ id }) => id !== plan.id)?.id ?? null)
          }}
          onClose={() => setIsDeleting(false)}
        />
      ) : null}
    </>
  )
}

/** /settings/finance/plans: what a year of recognition costs, in scenarios. */
export function PlansScreen() {
  const { t } = useTranslation('finance')
  usePageTitle(t('plans.title'))
  const plans = useQuery(plansQuery)
  const basis = useQuery(planBasisQuery)
  const failed = [plans, basis].find((query) => query.isLoadingError)
  return (
    <Page
      title={t('plans.title')}
      back={
        <Link to="/settings/finance" className={backClass}>
          <BackArrow />
          <span>{t('title')}</span>
        </Link>
      }
    >
      <p className={css['text']}>{t('plans.text')}</p>
      {failed ? (
        <ErrorState
          error={failed.error}
          retry={() => void Promise.all([plans.refetch(), basis.refetch()])}
        />
      ) : null}
      {plans.isPending || basis.isPending ? (
        <Card aria-busy="true">
          <Skeleton height={320} />
        </Card>
      ) : null}
      {plans.data && basis.data ? <Planner plans={plans.data} basis={basis.data} /> : null}
    </Page>
  )
}
