import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Language } from '#contract/schemas/common.ts'
import { useConfig } from '#web/shared/config.ts'
import { toTypedWorth } from '#web/shared/points/typed-worth.ts'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import { EntryProgress } from '#web/shared/layout/EntryProgress.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { rewardIdeasQuery, sampleIdeas } from '#web/shared/rewards/reward-ideas.ts'
import { valueSuggestionsQuery } from '#web/shared/values/value-suggestions.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { PeopleStep } from '../components/PeopleStep.tsx'
import { type PointsDraft, PointsStep } from '../components/PointsStep.tsx'
import { RewardsStep } from '../components/RewardsStep.tsx'
import { SetupPreview } from '../components/SetupPreview.tsx'
import { ValuesStep } from '../components/ValuesStep.tsx'
import { useSetupSteps } from '../setup-steps.ts'

const usualTeamSize = '20'
const ideasChosenFirst = 6

/** Returns the choices of all steps; the preview shows them before they are saved. */
function useSetupDraft() {
  const { i18n } = useTranslation()
  const { settings, values } = useConfig()
  const { data: suggestions = [] } = useQuery(valueSuggestionsQuery)
  const { data: ideas = [] } = useQuery(rewardIdeasQuery(i18n.language as Language))
  const [valueNames, setValueNames] = useState(() => values.map(({ name }) => name))
  const [points, setPoints] = useState<PointsDraft>(() => ({
    limit_period: settings.limit_period,
    limit: settings.limit === null ? '' : String(settings.limit),
    worth: toTypedWorth(settings.hundred_points),
    people: usualTeamSize,
  }))
  const [chosenKeys, setChosenKeys] = useState<string[]>()
  const [addedKeys, setAddedKeys] = useState<string[]>([])
  const sampled = sampleIdeas(ideas, ideasChosenFirst).map(({ key }) => key)
  return {
    valueNames,
    setValueNames,
    chosenValues: valueNames.flatMap((name) => {
      const value = [...values, ...suggestions].find((one) => one.name === name)
      return value ? [value] : []
    }),
    points,
    setPoints,
    rewardKeys: (chosenKeys ?? sampled).filter((key) => !addedKeys.includes(key)),
    setChosenKeys,
    addRewardKey: (key: string) => setAddedKeys((keys) => [...keys, key]),
    previewRewards: ideas.filter(
      ({ key }) => addedKeys.includes(key) || (chosenKeys ?? sampled).includes(key),
    ),
  }
}

/** /setup: the first settings of a new team in four steps, beside a preview of the result. */
export function SetupScreen() {
  const { t } = useTranslation('setup')
  const steps = useSetupSteps()
  const wanted = useSearch({ from: '/setup' }).step
  const step = steps.find((one) => one === wanted) ?? 'values'
  const draft = useSetupDraft()
  const limit = parseWholeNumber(draft.points.limit)
  usePageTitle(t(`${step}.title`))
  return (
    <AuthLayout
      title={t(`${step}.title`)}
      lead={t(`${step}.lead`)}
      progress={<EntryProgress step={steps.indexOf(step) + 1} steps={steps.length} />}
      side={
        <SetupPreview
          values={draft.chosenValues}
          points={Number.isNaN(limit) ? 0 : limit}
          period={t(`settings:budget.per.${draft.points.limit_period}`)}
          rewards={draft.previewRewards}
        />
      }
    >
      {step === 'values' ? (
        <ValuesStep chosen={draft.valueNames} onChoose={draft.setValueNames} />
      ) : null}
      {step === 'points' ? <PointsStep draft={draft.points} onChange={draft.setPoints} /> : null}
      {step === 'rewards' ? (
        <RewardsStep
          chosen={draft.rewardKeys}
          onChoose={draft.setChosenKeys}
          onAdded={draft.addRewardKey}
        />
      ) : null}
      {step === 'people' ? <PeopleStep /> : null}
    </AuthLayout>
  )
}
