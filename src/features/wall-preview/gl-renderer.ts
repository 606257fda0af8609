import { fromSquare, inverse, stretched } from '#lib/homography.ts';
import { FRAGMENT, VERTEX } from './gl-shader.ts';
import { brightnessIn, exposureOn, type LightMap } from './picture/light.ts';
import { edgeDistances, levelFor } from './picture/texels.ts';
import { blank, type Sources } from './sources.ts';
import type { Renderer, View } from './view.ts';

type GL = WebGLRenderingContext;

/** The units that the shader's pictures are bound to. */
const UNITS = ['wall', 'mural', 'light'] as const;
type Unit = (typeof UNITS)[number];

/** The longest side of a picture that this browser draws by its graphics processor; 0 where it has no WebGL. */
export function drawableSide(): number {
  const gl = blank(1, 1).getContext('webgl');
  const side = gl?.getParameter(gl.MAX_TEXTURE_SIZE) ?? 0;
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return side;
}

/** Draws by the graphics processor; throws where there is none. `onLost` hears when it went away. */
export function createRenderer(sources: Sources, onLost?: () => void): Renderer {
  const { wall, levels, light } = sources;
  const canvas = blank(1, 1);
  const gl = canvas.getContext('webgl', { alpha: false, antialias: false });
  if (!gl) throw new Error('This browser has no WebGL');
  const at = program(gl);
  const murals = new Map<number, WebGLTexture>();
  const bind = (unit: Unit, texture: WebGLTexture | null) => {
    gl.activeTexture(gl.TEXTURE0 + UNITS.indexOf(unit));
    gl.bindTexture(gl.TEXTURE_2D, texture);
  };
  const upload = (unit: Unit, picture: HTMLCanvasElement | LightMap) => {
    const texture = gl.createTexture();
    bind(unit, texture);
    fill(gl, picture);
    return texture;
  };
  upload('wall', wall);
  upload('light', light);
  const bindMural = ({ quad, width, height }: View) => {
    const [largest] = levels as [HTMLCanvasElement];
    const level = levelFor(largest, stretched(quad, width, height), levels.length);
    const known = murals.get(level);
    if (known) bind('mural', known);
    else murals.set(level, upload('mural', levels[level] ?? largest) as WebGLTexture);
  };
  const lost = () => onLost?.();
  canvas.addEventListener('webglcontextlost', lost);
  return {
    canvas,
    draw(view) {
      if (canvas.width !== view.width || canvas.height !== view.height)
        Object.assign(canvas, { width: view.width, height: view.height });
      gl.viewport(0, 0, view.width, view.height);
      bindMural(view);
      setUniforms(gl, at, view, light);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    },
    dispose() {
      canvas.removeEventListener('webglcontextlost', lost);
      canvas.remove();
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}

type Places = (name: string) => WebGLUniformLocation | null;

/** The compiled shaders, in use; gives where their values are set. */
function program(gl: GL): Places {
  const made = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(kind) as WebGLShader;
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS))
    throw new Error(gl.getProgramInfoLog(made) ?? 'The shaders do not link');
  // biome-ignore lint/correctness/useHookAtTopLevel: no hook of React, whatever its name
  gl.useProgram(made);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  const corner = gl.getAttribLocation(made, 'corner');
  gl.enableVertexAttribArray(corner);
  gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 0, 0);
  for (const [unit, name] of UNITS.entries()) gl.uniform1i(gl.getUniformLocation(made, name), unit);
  const known = new Map<string, WebGLUniformLocation | null>();
  return (name) => {
    const place = known.get(name) ?? gl.getUniformLocation(made, name);
    known.set(name, place);
    return place;
  };
}

/** Fills the bound texture, which any size may have: no copies, and its last row and column go on. */
function fill(gl: GL, picture: HTMLCanvasElement | LightMap): void {
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  if (picture instanceof HTMLCanvasElement) {
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture);
  } else {
    const { width, height, data } = picture;
    const { LUMINANCE } = gl;
    gl.texImage2D(
      ...([
        gl.TEXTURE_2D,
        0,
        LUMINANCE,
        width,
        height,
        0,
        LUMINANCE,
        gl.UNSIGNED_BYTE,
        data,
      ] as const),
    );
  }
  for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
    gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE);
  for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
    gl.texParameteri(gl.TEXTURE_2D, name, gl.LINEAR);
}

function setUniforms(gl: GL, at: Places, view: View, light: LightMap): void {
  const quad = stretched(view.quad, view.width, view.height);
  const [a, b, c, d, e, f, g, h, i] = inverse(fromSquare(quad));
  const brightness = brightnessIn(light, view.quad);
  // Column by column.
  gl.uniformMatrix3fv(at('toMural'), false, [a, d, g, b, e, h, c, f, i]);
  gl.uniform3fv(at('edges'), edgeDistances(quad).flat());
  gl.uniform2f(at('size'), view.width, view.height);
  gl.uniform1f(at('strength'), view.strength);
  gl.uniform1f(at('brightness'), brightness);
  gl.uniform1f(at('exposure'), exposureOn(brightness));
  gl.uniform1i(at('fine'), Number(view.fine));
}
