import type { GroupCondition } from '#contract/schemas/groups.ts'
import { formatChoice, listCountriesByCode } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from '../components/groups.module.css'
import { useFieldName } from './use-field-name.ts'

/** Values that a condition names; the dialog has all of them. */
const valuesShown = 8

/** The conditions of a rule in words: "Country: Portugal or Germany". */
export function RuleText({ rule }: { rule: GroupCondition[] | null }) {
  const { t } = useTranslation('organization')
  const fieldName = useFieldName()
  const valueName = ({ field }: GroupCondition, { value, name }: { value: string; name: string }) =>
    field === 'country'
      ? (listCountriesByCode([value])[0]?.label ?? value)
      : name || t('common:former')
  return (
    <div className={css['ruleText']}>
      <p>{t('groups.kept_by_rule')}</p>
      {rule ? (
        <ul>
          {rule.map((condition, index) => {
            const { field, attribute_name: attributeName, values } = condition
            const names = values.slice(0, valuesShown).map((value) => valueName(condition, value))
            const hidden = values.length - names.length
            const shown = hidden > 0 ? [...names, t('rule.more', { count: hidden })] : names
            return (
              <li key={index}>
                <b>{field === 'attribute' ? attributeName : fieldName(field)}</b>
                {`: ${formatChoice(shown)}`}
              </li>
            )
          })}
        </ul>
      ) : null}
    </div>
  )
}
