import type { Award } from '#contract/schemas/awards.ts'
import { formatNumber } from '#web/lib/format.ts'
import { type Translate, useTranslation } from '#web/lib/translate.ts'
import { usePersonName } from '#web/shared/person-name.ts'

type ApprovalStep = Award['steps'][number]

/** Returns the points of an award: one number, or both ends of a range. */
export const describePoints = (
  t: Translate,
  { points_min: min, points_max: max }: Pick<Award, 'points_min' | 'points_max'>,
): string =>
  min === max
    ? t('common:points', { count: min })
    : t('awards.range', { from: formatNumber(min), to: formatNumber(max), count: max })

/** Returns a function for the approvers of a step, with the points from which it applies. */
export function useDescribeStep() {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  return ({
    approver,
    from_points: from,
    people,
  }: Omit<ApprovalStep, 'people'> & { people?: ApprovalStep['people'] }): string => {
    const text =
      approver === 'people' && people?.length
        ? people.map(nameOf).join(', ')
        : t(`awards.approver.${approver}`)
    return from > 1 ? t('awards.step.described', { approver: text, n: formatNumber(from) }) : text
  }
}
