import { Button, Skeleton } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react'
import { type CropArea, cropToBlob } from './canvas-crop.ts'
import css from './ui.module.css'
import { ActionRow } from './ActionRow.tsx'

const LazyCropper = lazy(() => import('./lazy-cropper.ts'))
const [zoomMin, zoomMax, zoomStep] = [1, 4, 0.1]
const sideDefault = 512

type Props = {
  file: File
  shape: 'round' | 'square'
  /** Width divided by height of the cropped area. */
  aspect: number
  /** Maximum length of the longer side, in pixels. */
  side?: number
  /** `area`: label of the picture; `hint`: how to move it by pointer and by keyboard. */
  texts: { area: string; hint: string; zoom: string; done: string; cancel: string }
  /** True while the cropped picture uploads. */
  busy?: boolean
  onDone: (blob: Blob) => void
  onCancel: () => void
  /** Called when the browser cannot read the file as a picture. */
  onUnreadable: () => void
  /** The error message above the buttons. */
  children?: ReactNode
}

const clampZoom = (zoom: number) =>
  Math.min(zoomMax, Math.max(zoomMin, Math.round(zoom * 100) / 100))

/** The state of the crop; `finish` passes the object URL and the chosen area to `onFinish`. */
function useCrop(file: File, onFinish: (url: string, area: CropArea) => Promise<void>) {
  const url = useMemo(() => URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(zoomMin)
  const [area, setArea] = useState<CropArea | null>(null)
  const [isCropping, setIsCropping] = useState(false)
  const finish = () => {
    if (!area) return
    setIsCropping(true)
    void onFinish(url, area).finally(() => setIsCropping(false))
  }
  const zoomBy = (step: number) => setZoom((old) => clampZoom(old + step))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') zoomBy(zoomStep)
    else if (event.key === '-') zoomBy(-zoomStep)
  }
  return { url, crop, setCrop, zoom, setZoom, area, setArea, isCropping, finish, onKeyDown }
}

function ZoomSlider({
  label,
  zoom,
  onZoom,
}: {
  label: string
  zoom: number
  onZoom: (zoom: number) => void
}) {
  return (
    <div className={css['zoom']}>
      <IconMinus size={16} aria-hidden="true" />
      <input
        type="range"
        aria-label={label}
        min={zoomMin}
        max={zoomMax}
        step={zoomStep / 2}
        value={zoom}
        onChange={(event) => onZoom(Number(event.currentTarget.value))}
      />
      <IconPlus size={16} aria-hidden="true" />
    </div>
  )
}

/**
 * Crops a picture in the browser: dragging or arrow keys move it, the slider, the wheel, + and -
 * zoom.
 */
export function PictureCrop({
  file,
  shape,
  aspect,
  side = sideDefault,
  texts,
  busy = false,
  onDone,
  onCancel,
  onUnreadable,
  children,
}: Props) {
  const state = useCrop(file, (source, chosen) =>
    cropToBlob(source, chosen, side).then(onDone, onUnreadable),
  )
  const { url, crop, zoom, setZoom, area, isCropping } = state
  const hint = useId()
  const frame = {
    role: 'application',
    'aria-label': texts.area,
    'aria-describedby': hint,
    onKeyDownCapture: state.onKeyDown,
  }
  return (
    <div className={css['crop']}>
      <div className={css['cropArea']}>
        <Suspense fallback={<Skeleton height="100%" radius={0} />}>
          <LazyCropper
            image={url}
            crop={crop}
            zoom={zoom}
            minZoom={zoomMin}
            maxZoom={zoomMax}
            aspect={aspect}
            cropShape={shape === 'round' ? 'round' : 'rect'}
            showGrid={false}
            onCropChange={state.setCrop}
            onZoomChange={(next) => setZoom(clampZoom(next))}
            onCropAreaChange={(_, pixels) => state.setArea(pixels)}
            keyboardStep={8}
            disableAutomaticStylesInjection
            rotation={0}
            zoomSpeed={1}
            restrictPosition
            style={{}}
            classes={{}}
            mediaProps={{ alt: '', onError: onUnreadable }}
            cropperProps={frame}
          />
        </Suspense>
      </div>
      <p id={hint} className={css['cropHint']}>
        {texts.hint}
      </p>
      <ZoomSlider label={texts.zoom} zoom={zoom} onZoom={setZoom} />
      {children}
      <ActionRow>
        <Button variant="default" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button onClick={state.finish} disabled={!area} loading={busy || isCropping}>
          {texts.done}
        </Button>
      </ActionRow>
    </div>
  )
}
