"""The networks of Gendre & Kaneko (2020)."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from longroad import catan  # noqa: E402
from longroad.catan.encodings import gendre_parts  # noqa: E402
from longroad.nets.brick_conv import BrickConv  # noqa: E402
from longroad.nets.gendre_input import _SCALAR_SCALE, GendreInput  # noqa: E402
from longroad.nets.gendre_output import GendreOutput  # noqa: E402
from longroad.nets.registry import make_network  # noqa: E402
from longroad.nets.seeded import seeded  # noqa: E402
from longroad.nets.xdim import Xdim, XdimLayer  # noqa: E402
from nets.positions import observations, views  # noqa: E402

PLANE_SCALE = [1.0] + [12.0] * 5 + [1.0] * 9 + [2.0] * 2


def test_the_spread_bytes_are_the_papers_encoding() -> None:
    read = GendreInput()
    for view in views(catan.Rules.preset("gendre2020"), seeds=6, moves=500, every=7):
        general = torch.from_numpy(catan.ENCODINGS["general"].encode(view))
        planes, scalars = read(general.unsqueeze(0))
        wanted_planes, wanted_scalars = gendre_parts(catan.ENCODINGS["gendre2020"].encode(view))
        got_planes = planes[0].permute(2, 0, 1) * torch.tensor(PLANE_SCALE)[:, None, None]
        assert torch.allclose(got_planes, torch.from_numpy(wanted_planes.copy()).float())
        assert torch.allclose(
            scalars[0] * torch.tensor(_SCALAR_SCALE), torch.from_numpy(wanted_scalars.copy()).float()
        )


@pytest.mark.parametrize("fold", [1, 3, 7, 21])
@pytest.mark.parametrize("step", [1, 16])
def test_folded_convolutions_are_the_plain_one(fold: int, step: int) -> None:
    torch.manual_seed(1)
    conv = BrickConv(15, 15, fold, step).double()
    x = torch.randn(3, 11, 21, 15, dtype=torch.double)
    plain = torch.nn.functional.conv2d(x.permute(0, 3, 1, 2), conv.weight, padding=(1, 2)).permute(0, 2, 3, 1)
    padded = torch.nn.functional.pad(x, (0, (-15) % step))
    got = conv(padded)
    assert torch.allclose(got[..., :15], plain)
    assert not got[..., 15:].any()


@pytest.mark.parametrize("residual", [False, True])
def test_a_fold_changes_nothing_but_the_arrangement(residual: bool) -> None:
    torch.manual_seed(2)
    plain, folded = Xdim(6, residual=residual), Xdim(6, residual=residual, fold=7, step=16)
    folded.load_state_dict(plain.state_dict())
    seen = torch.from_numpy(observations())
    for a, b in zip(plain(seen)[:2], folded(seen)[:2], strict=True):
        assert torch.allclose(a, b, atol=1e-5)


def test_a_layer_is_figure_4() -> None:
    torch.manual_seed(3)
    layer = XdimLayer((15, 15), (40, 40))
    board, scalars = torch.randn(2, 11, 21, 15), torch.randn(2, 40)
    new_board, new_scalars = layer(board, scalars)
    flat = board.flatten(1, 2)
    deflated = torch.cat([flat.mean(1), flat.var(1, correction=0)], 1)
    assert torch.allclose(new_scalars, layer.dense(scalars) + layer.deflate(deflated), atol=1e-5)
    inflated = layer.inflate(scalars)[:, None, None, :].expand(-1, 11, 21, -1)
    assert torch.allclose(new_board, layer.conv(board) + inflated, atol=1e-6)


def test_every_board_entry_is_read_at_its_own_place() -> None:
    """A channel that is hot at one hex, path or intersection moves the codec's entry of that place, and no
    other."""
    from longroad.catan.topology import BRICK_HEX, BRICK_INTERSECTION, BRICK_PATH

    write = GendreOutput()
    places = [(c, cell) for c, cells in ((0, BRICK_HEX), (1, BRICK_HEX), (2, BRICK_PATH)) for cell in cells]
    places += [(c, cell) for c in (3, 4) for cell in BRICK_INTERSECTION]
    board = torch.zeros(len(places), 11, 21, 5)
    for index, (channel, (row, column)) in enumerate(places):
        board[index, row, column, channel] = 1
    logits = write(board, torch.zeros(len(places), 117))
    assert torch.equal(logits, torch.eye(len(places), 335))


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("xdim-6", 51573),
        ("xdim-8", 65233),
        ("xdim-10", 78893),
        ("xdimres-6", 51573),
        ("xdimres-8", 65233),
        ("xdimres-10", 78893),
        ("cnnres-6", 169998),
        ("cnnres-8", 218078),
        ("cnnres-10", 266158),
    ],
)
def test_sizes(name: str, parameters: int) -> None:
    network = make_network(name)
    assert sum(p.numel() for p in network.parameters()) == parameters
    heads = network(torch.from_numpy(observations(games=4, moves=20)))
    assert heads.logits.shape == (4, 335) and heads.values.shape == (4, 2)
    assert torch.allclose(heads.values.sum(1), torch.zeros(4))


@pytest.mark.parametrize("name", ["xdim-8", "xdimres-8", "cnnres-8"])
def test_the_keras_networks_are_the_same_with_other_weights_and_slope(name: str) -> None:
    with seeded(1):
        keras = make_network(f"{name}-keras")
    plain = make_network(name)
    shapes = [{key: value.shape for key, value in one.state_dict().items()} for one in (keras, plain)]
    assert shapes[0] == shapes[1]
    for key, value in keras.named_parameters():
        if value.ndim == 1:
            assert not value.any()
        else:
            area = value[0, 0].numel()
            limit = (6 / ((value.shape[0] + value.shape[1]) * area)) ** 0.5
            assert value.abs().max() <= limit and value.abs().max() > 0.8 * limit, key
    plain.load_state_dict(keras.state_dict())
    seen = torch.from_numpy(observations(games=4, moves=20))
    assert not torch.allclose(plain(seen).logits, keras(seen).logits)
    plain.slope = 0.2
    assert torch.equal(plain(seen).logits, keras(seen).logits)


def test_the_signal_of_glorot_weights_reaches_the_logits() -> None:
    seen = torch.from_numpy(observations(games=32, moves=40))
    with seeded(2), torch.no_grad():
        plain, keras = (
            float(make_network(name)(seen).logits.std(0).mean()) for name in ("xdim-8", "xdim-8-keras")
        )
    assert keras > 20 * plain, (plain, keras)


def test_residual_paths_add_the_input_before_the_activation() -> None:
    torch.manual_seed(4)
    network = Xdim(6, residual=True)
    for layer in list(network.layers)[1:]:
        torch.nn.init.zeros_(layer.conv.weight)
        for linear in (layer.inflate, layer.dense, layer.deflate):
            torch.nn.init.zeros_(linear.weight)
            if linear.bias is not None:
                torch.nn.init.zeros_(linear.bias)
    seen = torch.from_numpy(observations(games=2, moves=30))
    board, scalars = network.layers[0](*network.read(seen))
    for number in range(6):
        board, scalars = (
            torch.tanh(x) if number % 2 == 0 else torch.nn.functional.leaky_relu(x, 0.01)
            for x in (board, scalars)
        )
    wanted, _ = network.last(board, scalars)
    assert torch.allclose(network.write(wanted, torch.zeros(2, 117))[:, :218], network(seen).logits[:, :218])
