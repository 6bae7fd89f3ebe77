const drawnBy = ['fill', 'stroke', 'stroke-width', 'font-size', 'font-family'] as const;

/** So many points of the picture for each of the screen. */
const sharpness = 2;

/** The chart alone, with the colours that the style sheet of the page gives it. */
const standaloneOf = (svg: SVGSVGElement): string => {
  const copy = document.importNode(svg, true);
  const copies = [...copy.querySelectorAll('*')];
  for (const [index, element] of [...svg.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(element);
    for (const name of drawnBy) copies[index]?.setAttribute(name, style.getPropertyValue(name));
  }
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute('width', String(width * sharpness));
  copy.setAttribute('height', String(height * sharpness));
  return new XMLSerializer().serializeToString(copy);
};

/** A chart of the page as a PNG, in the colours of the theme that is shown. */
export const pictureOf = async (svg: SVGSVGElement): Promise<Blob> => {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(standaloneOf(svg))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser draws no pictures.');
  context.fillStyle = getComputedStyle(svg).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (picture === null) throw new Error('The picture could not be made.');
  return picture;
};
