import { useTranslation } from '#web/lib/translate.ts'
import css from './search/search.module.css'
import { type Act, command, keysOf } from './shortcuts.ts'

/** All keyboard shortcuts. `on`: single keys are switched on. */
export function KeyList({ on }: { on: boolean }) {
  const { t } = useTranslation('shell')
  return (
    <dl className={css['keys']}>
      <div>
        <dt>{t('keys.act.search')}</dt>
        <dd>
          <kbd>{command}</kbd> <kbd>K</kbd>
        </dd>
      </div>
      {(Object.keys(keysOf) as Act[]).map((act) => (
        <div key={act} data-off={on ? undefined : true}>
          <dt>{t(`keys.act.${act}`)}</dt>
          <dd>
            {keysOf[act].map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
      <div>
        <dt>{t('keys.send')}</dt>
        <dd>
          <kbd>{command}</kbd> <kbd>Enter</kbd>
        </dd>
      </div>
      <div>
        <dt>{t('keys.undo')}</dt>
        <dd>
          <kbd>{command}</kbd> <kbd>Z</kbd>
        </dd>
      </div>
    </dl>
  )
}
