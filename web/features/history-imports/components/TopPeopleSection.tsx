import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import type { HistoryCheck } from '../api/queries.ts'
import css from './history-imports.module.css'

/** The people with the most posts, to compare with the report of the product. */
export function TopPeopleSection({ people }: { people: HistoryCheck['people'] }) {
  const { t } = useTranslation('imports')
  return (
    <SettingsSection title={t('history.people.title')} text={t('history.people.text')}>
      <table className={`${css['table']} ${css['people']}`}>
        <thead>
          <tr>
            <th scope="col">{t('history.people.person')}</th>
            <th scope="col">{t('history.people.given')}</th>
            <th scope="col">{t('history.people.received')}</th>
            <th scope="col">{t('history.people.points')}</th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={`${person.name}/${person.email}`}>
              <th scope="row">
                {person.name || person.email}
                {person.name && person.email ? <small>{person.email}</small> : null}
              </th>
              <td>{formatNumber(person.given_posts)}</td>
              <td>{formatNumber(person.received_posts)}</td>
              <td>{formatNumber(person.received_points)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </SettingsSection>
  )
}
