import type { RuleField } from '#contract/schemas/groups.ts'
import { useTranslation } from '#web/lib/translate.ts'

/** Returns a function that names a field of a rule; attributes have names of their own. */
export function useFieldName() {
  const { t } = useTranslation('organization')
  return (field: Exclude<RuleField, 'attribute'>): string =>
    field === 'job_title' ? t('rule.job_title') : t(`field.${field}`)
}
