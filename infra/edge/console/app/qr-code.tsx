import encodeQR from 'qr';

/** Modules around the code that stay light: readers find its edge by them (ISO/IEC 18004). */
const quietZone = 4;
/** A module has whole pixels: edges that fall between two pixels are grey, and cost a camera its reading. */
const pixelsPerModule = 4;

/** The dark modules as one path of unit squares, row by row. */
export const qrPath = (modules: readonly (readonly boolean[])[]): string =>
  modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');

/** A text as a QR code, drawn in this page: the text goes to no other server. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone });
  const { length: side } = modules;
  const size = side * pixelsPerModule;
  return (
    <svg class="qr" role="img" aria-label={label} width={size} height={size} viewBox={`0 0 ${side} ${side}`}>
      <rect width="100%" height="100%" fill="#fff" />
      <path d={qrPath(modules)} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
};
