import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './search/search.module.css'
import { type Act, command, keysAreOn, keysOf, switchKeys } from './shortcuts.ts'

/** All keys that lead somewhere, and a switch for those who do not want them. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const [on, setOn] = useState(keysAreOn)
  const turn = (wanted: boolean) => {
    switchKeys(wanted)
    setOn(wanted)
  }
  return (
    <Dialog onClose={onClose} title={t('keys.title')} close={t('common:close')}>
      <dl className={css['keys']}>
        <div><dt>{t('keys.act.search')}</dt><dd><kbd>{command}</kbd> <kbd>K</kbd></dd></div>
        {(Object.keys(keysOf) as Act[]).map((act) => (
          <div key={act} data-off={on ? undefined : true}><dt>{t(`keys.act.${act}`)}</dt><dd>{keysOf[act].map((key) => <kbd key={key}>{key}</kbd>)}</dd></div>
        ))}
        <div><dt>{t('keys.send')}</dt><dd><kbd>{command}</kbd> <kbd>Enter</kbd></dd></div>
        <div><dt>{t('keys.undo')}</dt><dd><kbd>{command}</kbd> <kbd>Z</kbd></dd></div>
      </dl>
      <Switch checked={on} onChange={(event) => turn(event.currentTarget.checked)} label={t('keys.on')} description={t('keys.on_text')} />
    </Dialog>
  )
}
